import { html } from 'hono/html';
import type { CancelWords } from './cancels-en.ts';

export const CANCELS_ES: CancelWords = {
  title: 'Cancelar tu reserva',
  link: 'Cancelar la reserva',
  keep: 'Mantener la reserva',
  paid: 'Has pagado',
  fee: 'Gastos de cancelación',
  refund: 'Recuperas',
  nothing: 'No se reembolsa nada',
  owed: 'Te queda por pagar',
  until: (deadline) => html`Estos importes son válidos hasta el ${deadline}.`,
  unpaid: 'No has pagado nada. Si cancelas, tus noches quedan libres y no debes nada.',
  shrank:
    'Los importes han cambiado desde que abriste esta página, así que no se ha cancelado nada. Revísalos y vuelve a cancelar si estás de acuerdo.',
  reason: 'Motivo (opcional)',
  submit: 'Cancelar esta reserva',
  line: {
    choose: '¿Qué quieres cancelar?',
    whole: 'Toda la reserva',
    lead: (line) => `Solo se cancela «${line}». El resto de tu reserva no cambia.`,
    submit: (line) => `Cancelar ${line}`,
  },
  contact: (storefront) => `Para cancelar esta reserva, ponte en contacto con ${storefront}.`,
  faults: {
    reason_too_long: (most) => `El motivo puede tener como máximo ${most} caracteres.`,
    card_number: 'Quita el número de tarjeta del motivo.',
  },
  state: 'Cancelada',
  by: {
    guest: (name, day) => `${name}, cancelaste esta reserva el ${day}.`,
    host: (name, day) => `${name}, el alojamiento canceló esta reserva el ${day}.`,
    other: (name, day) => `${name}, esta reserva se canceló el ${day}.`,
  },
  wasRefunded: (amount, day) => `se reembolsaron ${amount} el ${day}`,
  wasRequested: (amount, day) => `se solicitó un reembolso de ${amount} el ${day} y aún no está confirmado`,
  hasFailed: (amount, day) => `un reembolso de ${amount} falló el ${day}`,
  isDue: (amount, host) => `${host} te debe ${amount}, que aún no se han pagado`,
  noRefund: (amount) => `has pagado ${amount} y no se reembolsa nada`,
  stillOwed: (amount) => `quedan ${amount} por pagar por la cancelación`,
  nothingPaid: 'aún no has pagado nada',
  nothingOwed: 'no has pagado nada y no debes nada',
};
