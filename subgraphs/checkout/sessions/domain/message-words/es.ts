import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../../domain/readiness.ts';
import { FIELD_NAMES, type MessageWords } from './message-words.ts';

const RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `un nombre de ${MAX_NAME} caracteres como máximo, sin número de tarjeta`,
  lastName: `un nombre de ${MAX_NAME} caracteres como máximo, sin número de tarjeta`,
  email: 'una dirección de correo válida, por ejemplo ada@example.com',
  phoneNumber: `un número de teléfono de ${MAX_PHONE} caracteres como máximo, no un número de tarjeta`,
};

export const ES: MessageWords = {
  buyer_absent: () => 'Falta el huésped: indica su first_name, last_name y email.',
  buyer_missing: ({ field }) => `Falta el campo ${FIELD_NAMES[field]} del huésped: indica ${RULES[field]}.`,
  buyer_malformed: ({ field }) =>
    `El campo ${FIELD_NAMES[field]} del huésped no sirve: indica ${RULES[field]}.`,
  no_lines: () => 'La reserva está vacía: añade al menos un artículo.',
  too_many_lines: () =>
    `Una reserva puede tener ${MAX_LINES} artículos como máximo: quita algunos y reserva el resto por separado.`,
  price_changed: ({ was, now, terms }) =>
    was === now
      ? `Las condiciones de la oferta cambiaron antes de reservar; el total sigue siendo de ${now}. No se ha reservado nada: muestra al huésped las nuevas condiciones y vuelve a completar la reserva si está de acuerdo. ${terms}`.trim()
      : `La oferta cambió antes de reservar: el total era de ${was} y ahora es de ${now}. No se ha reservado nada: muestra al huésped el nuevo total y vuelve a completar la reserva si está de acuerdo.`,
  due_at_property: ({ charges }) => `A pagar en el alojamiento, además del total: ${charges}.`,
  deposit: ({ due, rest, by }) =>
    `Hay que pagar ${due} para confirmar la reserva; el resto (${rest}) se paga a más tardar el ${by}.`,
  pay_at_property: ({ rest }) =>
    `No hace falta pagar para reservar: el huésped paga ${rest} en el alojamiento.`,
  deposit_required: ({ due, rest, by, until }) =>
    `La reserva está retenida, pero no pagada: da al huésped el enlace de pago, donde se pagan ${due} ahora y el resto (${rest}) a más tardar el ${by}. Si no se paga el importe inicial, la reserva caduca a las ${until}.`,
  agreement_required: ({ rest, until }) =>
    `La reserva está retenida, pero no confirmada: da al huésped el enlace, donde la confirma y acepta pagar ${rest} en el alojamiento. Si no, caduca a las ${until}.`,
  payment_required: ({ until }) =>
    `La reserva está retenida, pero no pagada: da al huésped el enlace de pago. Si no se paga, caduca a las ${until}.`,
  confirmed: () => 'La reserva está confirmada: no hace falta ningún pago.',
  hold_released: () =>
    'La reserva no se pagó a tiempo y ha caducado: empieza una nueva para volver a reservar.',
  finished: () => 'Esta reserva ha terminado y ya no se puede cambiar: empieza una nueva.',
  being_completed: () =>
    'Esta reserva se está completando y no se puede cambiar ahora: vuelve a leerla en unos segundos.',
};
