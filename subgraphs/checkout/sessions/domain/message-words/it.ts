import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../../domain/readiness.ts';
import { FIELD_NAMES, type MessageWords } from './message-words.ts';

const RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `un nome di al massimo ${MAX_NAME} caratteri, senza numero di carta`,
  lastName: `un nome di al massimo ${MAX_NAME} caratteri, senza numero di carta`,
  email: 'un indirizzo e-mail valido, ad esempio ada@example.com',
  phoneNumber: `un numero di telefono di al massimo ${MAX_PHONE} caratteri, non un numero di carta`,
};

export const IT: MessageWords = {
  buyer_absent: () => 'Manca l’ospite: indica first_name, last_name ed email.',
  buyer_missing: ({ field }) => `Manca il campo ${FIELD_NAMES[field]} dell’ospite: indica ${RULES[field]}.`,
  buyer_malformed: ({ field }) =>
    `Il campo ${FIELD_NAMES[field]} dell’ospite non è utilizzabile: indica ${RULES[field]}.`,
  no_lines: () => 'La prenotazione è vuota: aggiungi almeno una voce.',
  too_many_lines: () =>
    `Una prenotazione può avere al massimo ${MAX_LINES} voci: togline alcune e prenota il resto separatamente.`,
  price_changed: ({ was, now, terms }) =>
    was === now
      ? `Le condizioni dell’offerta sono cambiate prima della prenotazione; il totale resta di ${now}. Non è stato prenotato nulla: mostra all’ospite le nuove condizioni e completa di nuovo se è d’accordo. ${terms}`.trim()
      : `L’offerta è cambiata prima della prenotazione: il totale era di ${was} e ora è di ${now}. Non è stato prenotato nulla: mostra all’ospite il nuovo totale e completa di nuovo se è d’accordo.`,
  due_at_property: ({ charges }) => `Da pagare in loco, oltre al totale: ${charges}.`,
  deposit: ({ due, rest, by }) =>
    `${due} sono dovuti per confermare la prenotazione; il saldo di ${rest} è dovuto entro il ${by}.`,
  pay_at_property: ({ rest }) => `Per prenotare non serve alcun pagamento: l’ospite paga ${rest} in loco.`,
  deposit_required: ({ due, rest, by, until }) =>
    `La prenotazione è riservata ma non pagata: dai all’ospite il link di pagamento, dove ${due} sono dovuti ora e il saldo di ${rest} entro il ${by}. Se l’importo dovuto ora non viene pagato, la prenotazione scade alle ${until}.`,
  agreement_required: ({ rest, until }) =>
    `La prenotazione è riservata ma non confermata: dai all’ospite il link, dove la conferma e accetta di pagare ${rest} in loco. Altrimenti scade alle ${until}.`,
  payment_required: ({ until }) =>
    `La prenotazione è riservata ma non pagata: dai all’ospite il link di pagamento. Senza pagamento scade alle ${until}.`,
  confirmed: () => 'La prenotazione è confermata: non serve alcun pagamento.',
  hold_released: () =>
    'La prenotazione non è stata pagata in tempo ed è scaduta: iniziane una nuova per prenotare di nuovo.',
  finished: () => 'Questa prenotazione è conclusa e non si può più modificare: iniziane una nuova.',
  being_completed: () =>
    'Questa prenotazione è in fase di completamento e ora non si può modificare: rileggila tra qualche secondo.',
};
