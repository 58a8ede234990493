import type { ProblemWords } from './problem-words.ts';

const untilText = (until: string | null) => (until ? `al menos hasta ${until}` : 'por el momento');
const other = (isCapped: boolean) =>
  isCapped ? 'pide al alojamiento que reserve más' : 'elige otras fechas';

export const ES: ProblemWords = {
  units: { one: 'unidad', many: 'de unidades', other: 'unidades' },
  days: { one: 'día', many: 'de días', other: 'días' },
  nights: { one: 'noche', many: 'de noches', other: 'noches' },
  mixedLines:
    'Todos los artículos de una reserva deben tener las mismas fechas de llegada y salida y la misma moneda: reserva las demás estancias por separado.',
  quantity: (title, most) => `La cantidad de ${title} debe ser un número entero de 1 a ${most}.`,
  noDates: (id) =>
    `«${id}» no tiene fechas: busca en el catálogo con check_in y check_out, y usa un identificador de los resultados.`,
  notSold: (id) =>
    `«${id}» no se ofrece aquí: busca en el catálogo y usa un identificador de los resultados.`,
  sleeps: (title, guests) =>
    `${title} admite como máximo ${guests} huéspedes con este número de unidades: reserva más unidades o menos huéspedes.`,
  adultAge: (title, age) =>
    `Un huésped de ${age} años cuenta como adulto en ${title}: añádelo a los adultos.`,
  childAges: (title, most, from, to) =>
    `${title} admite como máximo ${most} ${most === 1 ? 'niño' : 'niños'} de ${from} a ${to} años con este número de unidades: reserva más unidades o menos niños de esta edad.`,
  minStay: (title, nights) => `Desde esta fecha de llegada, la estancia mínima en ${title} es de ${nights}.`,
  maxStay: (title, nights) => `Desde esta fecha de llegada, la estancia máxima en ${title} es de ${nights}.`,
  noCheckIn: (title) => `En ${title} no se puede llegar en esta fecha.`,
  noCheckOut: (title) => `En ${title} no se puede salir en esta fecha.`,
  stopSell: (title) => `${title} no está a la venta en al menos una de estas noches.`,
  tooLate: (title, days) =>
    `${title} se reserva con al menos ${days} de antelación, así que es demasiado tarde para estas fechas.`,
  sameDay: (title) => `${title} solo se puede reservar el mismo día de llegada.`,
  tooEarly: (title, days) =>
    `${title} se reserva como máximo con ${days} de antelación, así que es demasiado pronto para estas fechas.`,
  guestLimit: (held, limit) =>
    `Este huésped tiene aquí ${held} ${held === 1 ? 'reserva' : 'reservas'} sin pagar y puede tener ${limit} como máximo a la vez.`,
  checkoutLimit: (wanted, limit) =>
    `Esta reserva es de ${wanted} noches de unidad (unidades por noches), pero un agente puede retener aquí ${limit} sin pagar como máximo. Reserva menos unidades o noches, o reserva el resto cuando esta parte esté pagada.`,
  agentLimit: (held, limit) =>
    `Este agente retiene aquí ${held} noches de unidad sin pagar; con esta reserva se superaría el límite de ${limit}.`,
  nextEnd: (until) =>
    `Haz que se pague una de ellas${until ? ` o espera: la próxima caduca a las ${until}` : ''}. Después, actualiza esta reserva.`,
  nearest: (dates) =>
    `Fechas disponibles más próximas: ${dates.map(([from, to]) => `del ${from} al ${to}`).join(' y ')}.`,
  left: (title, units, count) =>
    `De ${title} solo queda disponible para estas fechas: ${units}. Reserva ${count} como máximo o elige otras fechas.`,
  sold: (title) => `${title} ya no está disponible en estas fechas.`,
  heldSome: (title, units, until) =>
    `De ${title}, disponible ahora para estas fechas: ${units}. Otras están retenidas ${untilText(until)}.`,
  heldAll: (title, until) =>
    `${title} no tiene ahora ninguna unidad libre en estas fechas: el resto está retenido por otros huéspedes ${untilText(until)}.`,
  mostBookable: (title, units) => `De ${title} aún se puede reservar en estas fechas: ${units} como máximo`,
  mostWaiting: (title, units) =>
    `De ${title} pueden estar pendientes de pago a la vez en estas fechas: ${units} como máximo`,
  bookFewer: (isCapped) => `. Reserva menos unidades o ${other(isCapped)}.`,
  bookFree: (free, isCapped) => `; libres ahora: ${free}. Reserva ${free} como máximo o ${other(isCapped)}.`,
  bookThen: (until, isCapped) =>
    `; otros huéspedes las retienen todas ${untilText(until)}. Reserva después menos unidades o ${other(isCapped)}.`,
};
