import type { ExtraWords } from './extras-en.ts';

/** Italian texts for extras that guests add to their stay. */
export const EXTRAS_IT: ExtraWords = {
  title: 'Servizi extra',
  lead: 'Paghi i servizi extra insieme alla prenotazione.',
  onBook: 'I servizi extra si aggiungono al totale nella pagina successiva, prima del pagamento.',
  each: (amount: string) => `${amount} ciascuno`,
  submit: 'Aggiungi alla prenotazione',
  fault: (most: number) => `Inserisci un numero intero da 0 a ${most}.`,
  nothing: 'Indica quanti ne vuoi.',
  changed:
    'I servizi extra o i loro prezzi sono cambiati da quando hai aperto questa pagina, quindi non è stato aggiunto nulla. Controllali e scegli di nuovo.',
  closed: 'Non è più possibile aggiungere servizi extra a questa prenotazione.',
};
