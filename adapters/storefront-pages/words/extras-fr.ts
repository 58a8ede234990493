import type { ExtraWords } from './extras-en.ts';

/** French texts for extras that guests add to their stay. */
export const EXTRAS_FR: ExtraWords = {
  title: 'Suppléments',
  lead: 'Vous payez les suppléments avec votre réservation.',
  onBook: 'Les suppléments s’ajoutent au total sur la page suivante, avant le paiement.',
  each: (amount: string) => `${amount} l’unité`,
  submit: 'Ajouter à la réservation',
  fault: (most: number) => `Indiquez un nombre entier de 0 à ${most}.`,
  nothing: 'Indiquez la quantité souhaitée.',
  changed:
    'Les suppléments ou leurs prix ont changé depuis que vous avez ouvert cette page ; rien n’a été ajouté. Vérifiez-les, puis choisissez à nouveau.',
  closed: 'Il n’est plus possible d’ajouter des suppléments à cette réservation.',
};
