import type { BookingMailWords } from './booking-mail-words.ts';

export const ES: BookingMailWords = {
  hello: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
  test: {
    subject: '[Prueba] ',
    notice: 'Esta es una reserva de prueba: no se cobra nada y no se espera a ningún huésped.',
  },
  facts: {
    reference: 'Referencia',
    property: 'Alojamiento',
    stay: 'Estancia',
    checkIn: 'Llegada',
    checkOut: 'Salida',
    party: 'Huéspedes',
    guest: 'Huésped',
    before: 'Total antes del cambio',
    booked: 'Fechas reservadas',
    requested: 'Total si se acepta',
    difference: 'Diferencia',
    dropped: 'Noches canceladas',
    cancelled: 'Cancelado',
    lostUnits: 'Unidades por asignar de nuevo',
    total: 'Total',
    paid: 'Pagado',
    dueNow: 'A pagar ahora',
    balance: 'Pendiente de pago',
    freeUntil: 'Cancelación gratuita hasta',
    fee: 'Gastos de cancelación',
    refund: 'Reembolso',
    nearest: 'Fechas disponibles más próximas',
  },
  dueBy: (amount, day) => `${amount}, a más tardar el ${day}`,
  atProperty: (amount) => `${amount} en el alojamiento`,
  message: (storefront, message) => `Mensaje de ${storefront}: ${message}`,
  from: (time) => `a partir de las ${time}`,
  by: (time) => `hasta las ${time}`,
  questions: (storefront, reached) => `¿Preguntas? Contacta con ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Paga para mantener tu estancia en ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Tu solicitud ha sido aceptada. ' : ''}Tu estancia en ${property} está reservada para ti hasta el ${until}. Paga antes de esa hora para confirmarla; después, las noches se liberarán.`,
      action: 'Pagar ahora',
      after: 'Si no has reservado nada, ignora este correo: sin el pago, las noches se liberarán.',
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `Confirma tu estancia en ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Tu solicitud ha sido aceptada. ' : ''}Tu estancia en ${property} está reservada para ti hasta el ${until}. Confírmala antes de esa hora; pagas en el alojamiento. Después, las noches se liberarán.`,
      action: 'Confirmar ahora',
      after: 'Si no has reservado nada, ignora este correo: sin confirmación, las noches se liberarán.',
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Tu estancia en ${property} está pagada (${reference})`,
      lead: ({ property }) =>
        `Hemos recibido el resto de tu pago. Tu estancia en ${property} está pagada y confirmada.`,
      action: 'Ver tu reserva',
    },
    'guest-changed': {
      subject: ({ reference, property }) => `Tu estancia en ${property} se ha cambiado (${reference})`,
      lead: ({ property }) => `Tu estancia en ${property} se ha cambiado como pediste.`,
      action: 'Ver tu reserva',
    },
    'guest-change-requested': {
      subject: ({ property, reference }) => `Tu solicitud de cambio en ${property} (${reference})`,
      lead: ({ property, storefront, until }) =>
        `Has pedido cambiar tu estancia en ${property}. ${storefront} puede responder hasta el ${until}. Hasta entonces, tu reserva sigue igual y las nuevas noches no están reservadas para ti.`,
      action: 'Ver tu reserva',
    },
    'guest-change-declined': {
      subject: ({ property, reference }) => `Tu cambio en ${property} no se ha aceptado (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} no puede cambiar tu estancia en ${property} como pediste. Tu reserva sigue igual, al mismo precio.`,
      action: 'Ver tu reserva',
    },
    'guest-change-expired': {
      subject: ({ property, reference }) =>
        `Tu solicitud de cambio en ${property} quedó sin respuesta (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} no respondió a tiempo a tu solicitud de cambio. Tu reserva en ${property} sigue igual, al mismo precio.`,
      action: 'Ver tu reserva',
    },
    'host-change-requested': {
      subject: ({ property, reference }) => `Cambio solicitado en ${property}: ${reference}`,
      lead: ({ until }) =>
        `El huésped quiere cambiar la estancia. Responde antes del ${until}; después, la solicitud caduca y la reserva sigue igual.`,
      action: 'Responder a la solicitud',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Tu estancia en ${property} está confirmada (${reference})`,
      lead: ({ property }) => `Tu estancia en ${property} está confirmada.`,
      action: 'Ver tu reserva',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Tu estancia en ${property} ha sido cancelada (${reference})`,
      lead: ({ property, storefront, byGuest }) =>
        byGuest
          ? `Tu reserva en ${property} ha sido cancelada, como pediste.`
          : `${storefront} ha cancelado tu reserva en ${property}.`,
      action: 'Ver tu reserva',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Tu reserva en ${property} ha caducado (${reference})`,
      lead: ({ property }) =>
        `No hemos recibido tu pago a tiempo, por lo que las noches en ${property} ya no están reservadas para ti. Si siguen disponibles, puedes volver a reservarlas.`,
      action: 'Ver tu reserva',
    },
    'guest-payment-returned': {
      subject: ({ reference, property }) => `Tu pago para ${property} no se ha podido usar (${reference})`,
      lead: ({ property }) =>
        `Hemos recibido un pago que no se ha podido usar para tu reserva en ${property}, así que se te debe devolver. Te escribiremos cuando se haya reembolsado.`,
      action: 'Ver tu reserva',
    },
    'guest-refunded': {
      subject: ({ reference, property }) => `Tu reembolso de ${property} (${reference})`,
      lead: ({ property }) =>
        `Se te ha reembolsado un importe de tu reserva en ${property}. El dinero puede tardar unos días en llegar a tu cuenta.`,
      action: 'Ver tu reserva',
    },
    'guest-refund-failed': {
      subject: ({ reference, property }) => `Tu reembolso de ${property} ha fallado (${reference})`,
      lead: ({ property }) =>
        `Te avisamos de un reembolso de tu reserva en ${property}. Después ha fallado, por ejemplo porque la tarjeta o la cuenta está cerrada. Se te sigue debiendo el dinero, y hemos pedido al alojamiento que te lo devuelva de otra forma.`,
      action: 'Ver tu reserva',
    },
    'host-refund-failed': {
      subject: ({ reference, property }) => `Reembolso fallido en ${property}: ${reference}`,
      lead: () =>
        'Un reembolso que la aplicación de pago había hecho ha fallado, por ejemplo porque la tarjeta o la cuenta del huésped está cerrada. El importe se le vuelve a deber: acuerda con él cómo devolverlo y regístralo en la cuenta de la reserva.',
      action: 'Abrir la reserva',
    },
    'host-payment-returned': {
      subject: ({ reference, property }) => `Pago por devolver en ${property}: ${reference}`,
      lead: () =>
        'Un pago no se ha podido usar para esta reserva, porque ya estaba pagada, liberada o cancelada, o porque su precio había cambiado. El importe se devuelve al huésped: la cuenta de la reserva muestra si lo reembolsa la aplicación de pago o si tienes que hacerlo tú.',
      action: 'Abrir la reserva',
    },
    'host-new': {
      subject: ({ reference, property }) => `Nueva reserva en ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} tiene una nueva reserva.`
          : `${storefront} tiene una nueva reserva. Todavía no está pagada: las noches quedan retenidas hasta el ${until} y después se liberan.`,
      action: 'Abrir la reserva',
    },
    'host-confirmed': {
      subject: ({ reference, property }) => `Reserva confirmada en ${property}: ${reference}`,
      lead: () => 'La reserva está confirmada.',
      action: 'Abrir la reserva',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Resto pagado en ${property}: ${reference}`,
      lead: () => 'Se ha pagado el resto de la reserva.',
      action: 'Abrir la reserva',
    },
    'host-changed': {
      subject: ({ reference, property }) => `Estancia cambiada en ${property}: ${reference}`,
      lead: () => 'El huésped ha cambiado la estancia en la página de la reserva.',
      action: 'Abrir la reserva',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Reserva cancelada en ${property}: ${reference}`,
      lead: ({ byGuest }) =>
        byGuest
          ? 'El huésped ha cancelado la reserva. Sus noches vuelven a estar disponibles.'
          : 'La reserva se ha cancelado. Sus noches vuelven a estar disponibles.',
      action: 'Abrir la reserva',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Confirma tu solicitud para ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `Quieres alojarte en ${property}. Confirma que esta dirección es tuya para enviar tu solicitud a ${storefront}. Todavía no hay nada reservado.`,
      action: 'Confirmar solicitud',
      after:
        'El enlace es válido durante 30 minutos. Si no has solicitado nada, ignora este correo: no pasa nada mientras no se use el enlace.',
    },
    'request-declined': {
      subject: ({ reference, property }) => `Tu solicitud para ${property} ha sido rechazada (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} no puede aceptar tu solicitud para ${property}. No se ha reservado nada.`,
      action: 'Ver tu solicitud',
    },
    'request-expired': {
      subject: ({ reference, property }) =>
        `Tu solicitud para ${property} quedó sin respuesta (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} no respondió a tiempo a tu solicitud para ${property}. No se ha reservado nada y no hay noches retenidas para ti.`,
      action: 'Ver tu solicitud',
    },
    'request-failed': {
      subject: ({ reference, property }) =>
        `Las noches en ${property} ya no están disponibles (${reference})`,
      lead: ({ property }) =>
        `Otra persona reservó las noches que solicitaste en ${property} antes de que se aceptara tu solicitud. No se ha reservado nada para ti.`,
      action: 'Ver tu solicitud',
    },
    'host-request': {
      subject: ({ reference, property }) => `Solicitud para ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        `Un huésped de ${storefront} quiere reservar. Responde hasta el ${until}; después, la solicitud caduca.`,
      action: 'Responder a la solicitud',
    },
  },
};
