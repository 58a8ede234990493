import type { ExtraWords } from './extras-en.ts';

/** Spanish texts for extras that guests add to their stay. */
export const EXTRAS_ES: ExtraWords = {
  title: 'Servicios adicionales',
  lead: 'Pagas los servicios adicionales junto con tu reserva.',
  onBook: 'Los servicios adicionales se suman al total en la página siguiente, antes de pagar.',
  each: (amount: string) => `${amount} por unidad`,
  submit: 'Añadir a la reserva',
  fault: (most: number) => `Introduce un número entero del 0 al ${most}.`,
  nothing: 'Indica cuántos quieres.',
  changed:
    'Los servicios adicionales o sus precios han cambiado desde que abriste esta página, así que no se ha añadido nada. Revísalos y elige de nuevo.',
  closed: 'Ya no se pueden añadir servicios adicionales a esta reserva.',
};
