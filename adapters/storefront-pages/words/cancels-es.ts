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
  wasRefunded: (amount, day) => `Se reembolsaron ${amount} el ${day}.`,
  wasRequested: (amount, day) => `El reembolso de ${amount} se solicitó el ${day} y aún no está confirmado.`,
  isDue: (amount) => `Se te deben ${amount}, que aún no se han pagado.`,
  noRefund: (amount) => `Has pagado ${amount}; no se reembolsa nada.`,
  stillOwed: (amount) => `Quedan ${amount} por pagar por la cancelación.`,
  nothingOwed: 'No has pagado nada y no debes nada.',
};
