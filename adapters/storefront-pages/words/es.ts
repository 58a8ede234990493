import { html } from 'hono/html';
import { LONGEST_STAY } from '#schema/limits.ts';
import { AMENITIES_ES } from './amenities-es.ts';
import { joined, type Words } from './en.ts';

export const ES: Words = {
  guests: { one: 'huésped', many: 'de huéspedes', other: 'huéspedes' },
  nights: { one: 'noche', many: 'de noches', other: 'noches' },
  units: { one: 'unidad', many: 'de unidades', other: 'unidades' },
  days: { one: 'día', many: 'de días', other: 'días' },
  hours: { one: 'hora', many: 'de horas', other: 'horas' },
  checkIn: 'Llegada',
  checkOut: 'Salida',
  nightsLabel: 'Noches',
  guestsLabel: 'Huéspedes',
  photos: 'Fotos',
  photoOf: (name) => `Foto: ${name}`,
  price: 'Precio',
  entries: { subtotal: 'Alojamiento', discount: 'Descuento por estancia larga', total: 'Total' },
  untranslated: (language) => `Escrito en ${language}: todavía no hay traducción al español.`,

  layout: {
    policies: 'Condiciones',
    language: 'Idioma',
    preview: (theme) =>
      `Vista previa del tema ${theme}. Los huéspedes no lo ven, pero las reservas son reales.`,
    endPreview: 'Salir de la vista previa',
  },

  consent: {
    title: 'Contenido de otros servicios',
    text: 'Algunas partes de esta página proceden de otros servicios y solo se cargan si das tu consentimiento. Puedes cambiar tu elección cuando quieras al final de la página.',
    kinds: { preferences: 'Preferencias', statistics: 'Estadísticas', marketing: 'Marketing' },
    chosen: 'Permitir selección',
    all: 'Permitir todo',
    none: 'Rechazar todo',
  },

  home: {
    nothing: 'Ahora mismo no hay alojamientos disponibles.',
    upTo: (guests) => `Hasta ${guests}`,
    perNight: 'por noche',
    search: 'Ver disponibilidad',
    stays: {
      one: 'alojamiento disponible',
      many: 'de alojamientos disponibles',
      other: 'alojamientos disponibles',
    },
    allIn: 'con todas las tasas y los impuestos incluidos',
    inTotal: 'en total, tasas e impuestos incluidos',
    atProperty: (amount) => `más ${amount} a pagar en el alojamiento`,
    notFree: 'No hay alojamientos disponibles para estas fechas y este número de huéspedes',
    notDates: 'Elige otras fechas',
    everything: 'Ver todos los alojamientos',
    more: 'Mostrar más',
  },

  look: {
    about: (name) => `Sobre ${name}`,
    contact: 'Contacto',
    profiles: 'En otros sitios',
    website: 'Sitio web',
  },

  agents: {
    title: 'Reserva con tu asistente de IA',
    text: 'Dale esta dirección a tu asistente de IA para que consulte alojamientos y precios.',
    textInstant:
      'Dale esta dirección a tu asistente de IA. Puede consultar alojamientos y precios, y reservar por ti. Pagas aquí, con el enlace que te dé.',
  },

  stay: {
    rate: 'Tarifa',
    rateFor: (rate, guests) => `${rate} por noche, para ${guests}`,
    ratePerNight: (rate) => `${rate} por noche`,
    varies:
      'Las tarifas varían según las fechas. Elige tus fechas para ver el precio total, con tasas e impuestos.',
    from: (amount, nights) => `desde ${amount} por ${nights}`,
    allIn: 'Con todas las tasas e impuestos:',
    chooseDates: 'Elegir fechas',
  },

  calendar: {
    title: 'Disponibilidad',
    chooseCheckIn: 'Elige el día de llegada.',
    chooseCheckOut: 'Elige el día de salida.',
    prices: (currency, party) => `Precios en ${currency} por noche, para ${party}.`,
    earlier: 'Antes',
    later: 'Después',
  },

  stayForm: {
    adults: 'Adultos',
    children: 'Niños',
    units: 'Unidades',
    show: 'Ver precio',
    faults: {
      dates: 'Elige una fecha de llegada y una de salida.',
      order: 'La salida debe ser posterior a la llegada.',
    },
  },

  offer: {
    inTotal: 'en total, con todas las tasas y los impuestos incluidos',
    deposit: (now, rest, day) => html`Pagas ${now} al reservar y el resto (${rest}) a más tardar el ${day}.`,
    atProperty: 'Pagas en el alojamiento. Al reservar no se cobra nada.',
    freeUntil: (until) => html`Cancelación gratuita hasta el ${until}`,
    nearest: 'Fechas disponibles más próximas:',
    book: 'Reservar esta estancia',
    notYet: 'Podrás revisarlo todo antes de reservar.',
    request: 'Solicitar esta estancia',
    requestNote: 'No se reserva nada hasta que el alojamiento acepte tu solicitud.',
    notOpen: 'Este sitio todavía no admite reservas.',
    reasons: {
      invalid: () => `Puedes llegar hoy o más adelante y quedarte ${LONGEST_STAY} noches como máximo.`,
      out_of_stock: (units, left) =>
        left > 0 ? `Para estas fechas solo queda disponible: ${units}.` : 'Estas fechas están ocupadas.',
      out_of_stock_held: (units, left, until) =>
        left > 0
          ? `Para estas fechas, disponible en este momento: ${units}. El resto está retenido por otros huéspedes pendientes de pago${until === null ? '' : `; la primera retención termina el ${until}`}.`
          : `Estas fechas están retenidas por otros huéspedes pendientes de pago. ${until === null ? 'Vuelve a intentarlo más tarde.' : `La primera retención termina el ${until}; vuelve a intentarlo entonces.`}`,
      item_unavailable: () => 'Este alojamiento no está disponible en este momento.',
      capacity_exceeded: (guests) =>
        `La capacidad máxima es de ${guests}. Elige menos huéspedes o más unidades.`,
      min_stay: (nights) => `La estancia mínima en estas fechas es de ${nights}.`,
      max_stay: (nights) => `La estancia máxima en estas fechas es de ${nights}.`,
      closed_to_arrival: () => 'No se puede llegar en este día.',
      closed_to_departure: () => 'No se puede salir en este día.',
      min_advance: (days) => `Esta estancia se reserva con al menos ${days} de antelación.`,
      max_advance: (days) => `Esta estancia se reserva como máximo con ${days} de antelación.`,
      stop_sell: () => 'Estas fechas no están disponibles.',
      hold_limit_guest: (_count, _limit, until) =>
        `Hay otras reservas con esta dirección de correo pendientes de pago. Págalas primero${until === null ? ' o deja que caduquen' : ` o espera: la primera caduca el ${until}`}.`,
      hold_limit_agent: (_count, _limit, until) =>
        `Hay otras reservas desde tu red pendientes de pago. Págalas primero o vuelve a intentarlo ${until === null ? 'más tarde' : `cuando caduque la primera, el ${until}`}.`,
    },
  },

  arrivalTime: {
    title: 'Hora de llegada',
    label: 'Hora de llegada (opcional)',
    fault: 'Indica la hora con horas y minutos, por ejemplo 16:30.',
  },

  book: {
    title: 'Reserva tu estancia',
    guest: 'Tus datos',
    fields: {
      first_name: 'Nombre',
      last_name: 'Apellidos',
      email: 'Correo electrónico',
      phone: 'Teléfono (opcional)',
    },
    faults: {
      first_name: 'Indica tu nombre.',
      last_name: 'Indica tus apellidos.',
      email: 'Indica una dirección de correo donde podamos contactarte, por ejemplo ada@example.com.',
      phone: 'Indica un número de teléfono o deja el campo vacío.',
      terms: 'Acepta las condiciones.',
    },
    agree: (links) => html`He leído y acepto: ${joined(links)}.`,
    submit: 'Reservar con obligación de pago',
    next: 'Retendremos tus noches. En la página siguiente eliges cómo pagar.',
    checkFields: 'Todavía no se ha reservado nada. Revisa los campos de abajo.',
    unstorable:
      'Todavía no se ha reservado nada. Los campos marcados contienen un carácter que no se puede guardar (U+0000). Rellénalos de nuevo.',
    priceChanged: (total) =>
      `La oferta ha cambiado: el total es ahora de ${total}. No se ha reservado nada. Revisa la oferta y vuelve a reservar si estás de acuerdo.`,
    sentBefore: 'Este formulario ya se envió con otros datos. Revisa tus datos y reserva.',
    again: 'No se ha reservado nada. Revisa tu reserva y vuelve a intentarlo.',
  },

  place: {
    title: 'Dónde te alojarás',
    map: 'Ver en el mapa',
    mapArea: 'Ver la zona en el mapa',
    region: (place) => `Mapa de la región de ${place}`,
    mapSource: 'Datos del mapa: Natural Earth, GeoNames',
    approximate: 'Recibirás la dirección exacta después de reservar.',
    directions: 'Cómo llegar',
    licence: 'Número de registro',
  },

  facts: {
    bedrooms: { one: 'dormitorio', many: 'de dormitorios', other: 'dormitorios' },
    bathrooms: { one: 'baño', many: 'de baños', other: 'baños' },
    years: { one: 'año', many: 'de años', other: 'años' },
    beds: {
      single: { one: 'cama individual', many: 'de camas individuales', other: 'camas individuales' },
      double: { one: 'cama doble', many: 'de camas dobles', other: 'camas dobles' },
      queen: { one: 'cama queen', many: 'de camas queen', other: 'camas queen' },
      king: { one: 'cama king', many: 'de camas king', other: 'camas king' },
      bunk: { one: 'litera', many: 'de literas', other: 'literas' },
      sofa: { one: 'sofá cama', many: 'de sofás cama', other: 'sofás cama' },
      futon: { one: 'futón', many: 'de futones', other: 'futones' },
      cot: { one: 'cuna', many: 'de cunas', other: 'cunas' },
      other: { one: 'cama', many: 'de camas', other: 'camas' },
    },
    amenities: 'Servicios e instalaciones',
    rules: 'Información útil',
    between: (from, until) => (until === null ? `a partir de las ${from}` : `de ${from} a ${until}`),
    by: (time) => `hasta las ${time}`,
    pets: 'Mascotas',
    smoking: 'Fumar',
    parties: 'Fiestas',
    allowed: 'Permitido',
    notAllowed: 'No permitido',
    quiet: 'Horas de silencio',
    minAge: 'Edad mínima para reservar',
    selfCheckIn: 'Llegada autónoma',
    yes: 'Sí',
    no: 'No',
  },
  amenityGroups: {
    access: 'Acceso',
    internet: 'Internet',
    parking: 'Aparcamiento y transporte',
    kitchen: 'Cocina',
    bathroom: 'Baño',
    bedroom: 'Dormitorio',
    living: 'Sala de estar',
    climate: 'Climatización',
    outdoors: 'Exterior',
    pool: 'Piscina',
    wellness: 'Bienestar',
    food: 'Comida y bebida',
    family: 'Familia',
    service: 'Servicios',
    safety: 'Seguridad',
    work: 'Trabajo',
    view: 'Vistas',
  },
  amenities: AMENITIES_ES,

  booking: {
    receipt: 'Recibo',
    receiptFor: (reference) => `Recibo de la reserva ${reference}`,
    bookedOn: 'Fecha de reserva',
    guest: 'Huésped',
    receiptPaid: 'Pagado por completo.',
    receiptDue: 'Confirmado, pendiente de pago completo.',
    steps: { reserved: 'Reservado', pay: 'Pago', confirmed: 'Confirmado' },
    progress: 'Estado de tu reserva',
    reach: 'Contacto del alojamiento',
    back: 'Volver a la reserva',
    title: (reference) => `Reserva ${reference}`,
    heading: 'Reserva',
    pincode: 'Código de reserva',
    state: {
      awaiting_payment: 'Pendiente de pago',
      paid: 'Pagada',
      released: 'Caducada',
      confirmed: 'Confirmada',
    },
    confirmed: (name) => `${name}, tu estancia está confirmada.`,
    paid: (name) => `${name}, tu estancia está pagada y confirmada.`,
    released: (name) => `${name}, esta reserva no se pagó a tiempo, por lo que las noches se han liberado.`,
    held: (name, until) => html`${name}, estas noches están reservadas para ti hasta el ${until}.`,
    test: 'Esta es una reserva de prueba: no se cobra nada y no se espera a ningún huésped.',
    dueAtProperty: 'A pagar en el alojamiento, no incluido en el total',
    cancellation: 'Cancelación',
    forYourStay: 'Para tu estancia',
    nightly: 'Precio por noche',
    calendar: 'Añadir a tu calendario',
  },

  payment: {
    title: 'Pago',
    pay: 'Pagar',
    payRest: 'Pagar el resto',
    confirm: 'Confirmar tu reserva',
    money: {
      paidSoFar: 'Pagado',
      dueNow: 'A pagar ahora',
      dueBy: (day) => html`A pagar hasta el ${day}`,
      overdue: (day) => html`Vencido desde el ${day}`,
      atProperty: 'Pagas en el alojamiento',
    },
    payAnotherWay: 'Pagar de otra forma',
    personally: 'El alojamiento se pondrá en contacto contigo para acordar el pago.',
    payWith: (name) => `Pagar con ${name}`,
    waiting: 'Esperamos la confirmación de tu pago. Esta página se actualiza automáticamente.',
    pending: (method, message) => `${method} espera tu pago. ${message}`,
    rejected: (method, message) => `${method} no ha podido procesar tu pago: ${message}`,
    declined: {
      too_small: (method) => `El importe es demasiado pequeño para ${method}.`,
      too_large: (method) => `El importe es demasiado alto para ${method}.`,
      not_exact: (method) => `${method} no puede cobrar exactamente este importe.`,
    },
    notCharged: 'No se te ha cobrado nada.',
    someTime: 'algún tiempo',
    refused: {
      app_failed:
        'Esta forma de pago no está disponible en este momento. No se te ha cobrado nada y tus noches siguen reservadas. Vuelve a intentarlo o elige otra forma de pago.',
      method_not_found: 'Elige una de las formas de pago de abajo.',
      price_changed: 'El precio de esta reserva ha cambiado. Revísalo y vuelve a elegir.',
    },
    methods: {
      pay_at_property: {
        name: 'Pago en el alojamiento',
        choose: 'Pagar en el alojamiento',
        confirmed: 'Tu reserva se confirma al instante. Pagas durante tu estancia.',
        held: (time) => `Tus noches quedan retenidas hasta que el alojamiento confirme, como máximo ${time}.`,
      },
      bank_transfer: {
        name: 'Transferencia bancaria',
        choose: 'Pagar por transferencia bancaria',
        confirmed: 'Tu reserva se confirma al instante. Después verás adónde transferir el importe.',
        held: (time) =>
          `Después verás adónde transferir el importe. Tus noches quedan retenidas como máximo ${time}.`,
      },
      test: {
        name: 'Pago de prueba',
        choose: 'Pagar con un pago de prueba',
        confirmed: 'No se cobra nada.',
        held: () => 'No se cobra nada.',
      },
    },
    transferHeld: (sum, until) =>
      html`Transfiere ${sum}. Tus noches están retenidas hasta el ${until}; el alojamiento confirma tu reserva en cuanto reciba el dinero.`,
    transferDue: (sum) => html`Transfiere ${sum} antes de tu estancia.`,
    atPropertyHeld: (until) =>
      html`Has elegido pagar en el alojamiento. Tus noches están retenidas hasta el ${until}; el alojamiento confirma tu reserva.`,
    atPropertyDue: (sum) => html`Pagas ${sum} en el alojamiento.`,
    holder: 'Titular de la cuenta',
    reference: 'Concepto',
  },

  problem: {
    back: (storefront) => `Ver la oferta de ${storefront}`,
    not_found: { title: 'Página no encontrada', text: 'Esta página no existe.' },
    storefront_not_found: {
      title: 'Página no encontrada',
      text: 'En esta dirección no hay nada que reservar.',
    },
    maintenance: {
      title: 'Volvemos pronto',
      text: 'Este sitio está en mantenimiento. Vuelve a intentarlo dentro de poco.',
    },
    unavailable: {
      title: 'Volvemos pronto',
      text: 'Este sitio no está disponible en este momento. Vuelve a intentarlo en un instante.',
    },
    rate_limited: {
      title: 'Demasiadas solicitudes',
      text: 'Has abierto esta página demasiadas veces. Vuelve a intentarlo dentro de un minuto.',
    },
    foreign_form: {
      title: 'Vuelve a intentarlo',
      text: 'Este formulario se envió desde otro sitio. Abre la página aquí y rellénalo de nuevo.',
    },
    bad_request: {
      title: 'Esta solicitud no es válida',
      text: 'No hemos podido leer esta solicitud. Vuelve atrás e inténtalo de nuevo.',
    },
    unstorable: (field) =>
      `${field} contiene un carácter que no se puede guardar (U+0000). Introdúcelo de nuevo.`,
    internal_error: {
      title: 'Algo ha fallado',
      text: 'El problema es nuestro. Vuelve a intentarlo más tarde.',
    },
    quote: (id) => `Si el problema continúa, indica la referencia ${id}.`,
  },
};
