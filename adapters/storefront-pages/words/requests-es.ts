import type { RequestWords } from './requests-en.ts';

/** Spanish text for guests about booking requests. */
export const REQUESTS_ES: RequestWords = {
  title: (name) => `Solicitar ${name}`,
  heading: 'Solicitud de reserva',
  lead: 'El alojamiento responde personalmente a cada solicitud. Ahora no pagas nada: si la acepta, recibirás un enlace para pagar.',
  answered: (hours) => `Recibirás una respuesta en un plazo de ${hours}.`,
  details: 'Ver fotos y detalles',
  changeStay: 'Cambiar fechas o huéspedes',
  you: 'Tus datos',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  email: 'Correo electrónico',
  emailHint: 'Te enviaremos un enlace para confirmar tu solicitud.',
  phone: 'Teléfono (opcional)',
  message: 'Mensaje al alojamiento (opcional)',
  optional: (label) => `${label} (opcional)`,
  choose: 'Elige una opción',
  terms: 'Acepto las condiciones y la política de privacidad del alojamiento.',
  readTerms: 'Para leer:',
  send: 'Enviar solicitud',
  mailbox: {
    title: 'Revisa tu correo',
    text: (email) =>
      `Hemos enviado un enlace a ${email}. Ábrelo en los próximos 30 minutos para confirmar tu solicitud. El alojamiento no la verá hasta entonces.`,
    nothing:
      '¿No te ha llegado el correo? Mira en la carpeta de spam o vuelve a enviar la solicitud dentro de unos minutos.',
  },
  verify: {
    title: 'Confirma tu solicitud',
    text: 'El alojamiento verá tu solicitud en cuanto la confirmes aquí.',
    button: 'Confirmar solicitud',
  },
  over: {
    title: 'Este enlace ya no es válido',
    text: 'Los enlaces de confirmación son válidos durante 30 minutos. Vuelve a enviar la solicitud.',
  },
  notTaken: {
    title: 'No se puede solicitar esta estancia',
    text: 'Este sitio no admite solicitudes para esta estancia.',
    back: 'Ver la estancia',
  },
  progress: {
    title: (reference) => `Solicitud ${reference}`,
    test: 'Esta es una solicitud de prueba: no se espera a ningún huésped.',
    state: {
      unverified: 'Sin confirmar',
      pending: 'A la espera del alojamiento',
      accepted: 'Aceptada',
      booked: 'Reservada',
      lapsed: 'No pagada a tiempo',
      declined: 'Rechazada',
      withdrawn: 'Retirada',
      expired: 'Sin respuesta',
      failed: 'Ya no disponible',
    },
    text: {
      unverified:
        'Revisa tu correo: el alojamiento verá tu solicitud en cuanto la confirmes con el enlace de nuestro mensaje.',
      pending: 'El alojamiento tiene tu solicitud. Te escribiremos en cuanto responda.',
      accepted:
        'El alojamiento ha aceptado tu solicitud y las noches están reservadas para ti. Paga ahora para confirmar tu estancia.',
      booked: 'Tu estancia está reservada.',
      lapsed:
        'El alojamiento aceptó tu solicitud, pero la reserva no se pagó a tiempo, por lo que las noches se han liberado.',
      declined: 'El alojamiento no puede aceptar tu solicitud. No has pagado nada.',
      withdrawn: 'Has retirado esta solicitud. No has pagado nada.',
      expired:
        'El alojamiento no respondió a tiempo, por lo que tu solicitud ha caducado. No has pagado nada.',
      failed:
        'Otra persona reservó estas noches antes de que el alojamiento respondiera. No has pagado nada.',
    },
    answerBy: 'Respuesta hasta',
    payBy: 'A pagar hasta',
    next: 'Qué pasa ahora',
    steps: [
      'El alojamiento responde y te enviamos un correo.',
      'Si acepta, pagas con el enlace de ese correo.',
      'Tu estancia queda reservada. Hasta entonces, no debes nada.',
    ],
    pay: 'Pagar ahora',
    seeBooking: 'Ver tu reserva',
    withdraw: 'Retirar la solicitud',
    nearest: 'Estas fechas están disponibles:',
    again: 'Ver otros alojamientos',
  },
  stay: 'Estancia',
  dates: 'Fechas',
  total: 'Total',
  fix: 'Revisa los campos marcados.',
  faults: {
    firstName: 'Indica tu nombre, con 100 caracteres como máximo.',
    lastName: 'Indica tus apellidos, con 100 caracteres como máximo.',
    email: 'Indica una dirección de correo donde podamos contactarte.',
    phone: 'Un número de teléfono puede tener 40 caracteres como máximo.',
    message: 'Un mensaje puede tener 2000 caracteres como máximo.',
    answer: 'Responde a esta pregunta con 500 caracteres como máximo.',
    terms: 'Acepta las condiciones.',
    unstorable: 'Este campo contiene un carácter que no se puede guardar (U+0000). Rellénalo de nuevo.',
    TOO_LATE: 'Es demasiado tarde para solicitar estas fechas. Elige otras más adelante.',
    TOO_MANY: 'Hay demasiadas solicitudes abiertas con esta dirección. Vuelve a intentarlo en una hora.',
    other: 'No se pueden solicitar estas fechas.',
  },
};
