import { type CancellationCost, isFree, isFullPrice } from './cancellation.ts';
import { type Language, moneyIn, percentIn } from './language.ts';

/** A language's wording for cancellation terms. */
export interface CancellationWords {
  readonly deadline: (timeOfDay: string, hoursBefore: number) => Deadline;
  readonly cost: CostWords;
  readonly freeUntil: (deadline: Deadline) => string;
  readonly first: (deadline: Deadline, cost: string) => string;
  readonly next: (deadline: Deadline, cost: string) => string;
  readonly last: (cost: string) => string;
  readonly always: (cost: string) => string;
  readonly alwaysFree: string;
  readonly neverFree: string;
  readonly clock: string;
}

/** Wording for the end of a tier, following "free cancellation" or "if you cancel". */
interface Deadline {
  readonly until: string;
  readonly by: string;
}

/** Wording for the price of cancelling, for use within a sentence. */
interface CostWords {
  readonly nothing: string;
  readonly full: string;
  readonly percent: (percent: number) => string;
  readonly amount: (amount: string) => string;
  readonly firstNight: string;
  readonly firstNights: (nights: number) => string;
}

/** Returns the cost of cancelling, for use within a sentence: `you pay 50% of the price`. */
export function costIn(language: Language, cost: CancellationCost, currency: string): string {
  const words = CANCELLATION_WORDS[language].cost;
  if (isFree(cost)) return words.nothing;
  if (isFullPrice(cost)) return words.full;
  if (cost.refundPercent !== null) return words.percent(100 - cost.refundPercent);
  if (cost.feeAmount !== null) return words.amount(moneyIn(language, cost.feeAmount, currency));
  const nights = cost.feeNights ?? 1; // exactly one kind of cost is set
  return nights === 1 ? words.firstNight : words.firstNights(nights);
}

const days = (hours: number) => hours / 24;
const isWholeDays = (hours: number) => hours % 24 === 0;

const EN: CancellationWords = {
  deadline: (time, hours) => {
    if (!isWholeDays(hours)) {
      const before = `${hours} ${hours === 1 ? 'hour' : 'hours'} before ${time} on the day of check-in`;
      return { until: `until ${before}`, by: `at least ${before}` };
    }
    const day =
      hours === 24 ? `${time} on the day before check-in` : `${time}, ${days(hours)} days before check-in`;
    return { until: `until ${day}`, by: `by ${day}` };
  },
  cost: {
    nothing: 'you pay nothing',
    full: 'you pay the full price',
    percent: (percent) => `you pay ${percentIn('en', percent)} of the price`,
    amount: (amount) => `you pay ${amount}`,
    firstNight: 'you pay for the first night',
    firstNights: (nights) => `you pay for the first ${nights} nights`,
  },
  freeUntil: ({ until }) => `Free cancellation ${until}.`,
  first: ({ by }, cost) => `If you cancel ${by}, ${cost}.`,
  next: ({ by }, cost) => `After that, if you cancel ${by}, ${cost}.`,
  last: (cost) => `After that, or if you don't arrive, ${cost}.`,
  always: (cost) => `If you cancel or don't arrive, ${cost}.`,
  alwaysFree: 'Free cancellation at any time.',
  neverFree: "Non-refundable: if you cancel or don't arrive, you pay the full price.",
  clock: 'Times are local time at the property.',
};

const DE: CancellationWords = {
  deadline: (time, hours) => {
    const until = untilInGerman(time, hours);
    return { until, by: until };
  },
  cost: {
    nothing: 'zahlen Sie nichts',
    full: 'zahlen Sie den vollen Preis',
    percent: (percent) => `zahlen Sie ${percentIn('de', percent)} des Preises`,
    amount: (amount) => `zahlen Sie ${amount}`,
    firstNight: 'zahlen Sie die erste Nacht',
    firstNights: (nights) => `zahlen Sie die ersten ${nights} Nächte`,
  },
  freeUntil: ({ until }) => `Kostenlose Stornierung ${until}.`,
  first: ({ by }, cost) => `Bei einer Stornierung ${by} ${cost}.`,
  next: ({ by }, cost) => `Bei einer späteren Stornierung ${by} ${cost}.`,
  last: (cost) => `Danach oder bei Nichtanreise ${cost}.`,
  always: (cost) => `Bei Stornierung oder Nichtanreise ${cost}.`,
  alwaysFree: 'Kostenlose Stornierung jederzeit möglich.',
  neverFree: 'Nicht erstattbar: Bei Stornierung oder Nichtanreise zahlen Sie den vollen Preis.',
  clock: 'Es gilt die Ortszeit der Unterkunft.',
};

function untilInGerman(time: string, hours: number): string {
  if (!isWholeDays(hours))
    return `bis ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'} vor ${time} Uhr am Anreisetag`;
  return hours === 24
    ? `bis zum Tag vor der Anreise um ${time} Uhr`
    : `bis ${days(hours)} Tage vor der Anreise um ${time} Uhr`;
}

const FR: CancellationWords = {
  deadline: (time, hours) => {
    if (!isWholeDays(hours)) {
      const before = `${hours} ${hours === 1 ? 'heure' : 'heures'} avant ${time} le jour de l’arrivée`;
      return { until: `jusqu’à ${before}`, by: `au moins ${before}` };
    }
    const day =
      hours === 24 ? `${time} la veille de l’arrivée` : `${time}, ${days(hours)} jours avant l’arrivée`;
    return { until: `jusqu’à ${day}`, by: `avant ${day}` };
  },
  cost: {
    nothing: 'vous ne payez rien',
    full: 'vous payez la totalité du prix',
    percent: (percent) => `vous payez ${percentIn('fr', percent)} du prix`,
    amount: (amount) => `vous payez ${amount}`,
    firstNight: 'vous payez la première nuit',
    firstNights: (nights) => `vous payez les ${nights} premières nuits`,
  },
  freeUntil: ({ until }) => `Annulation gratuite ${until}.`,
  first: ({ by }, cost) => `En cas d’annulation ${by}, ${cost}.`,
  next: ({ by }, cost) => `Ensuite, en cas d’annulation ${by}, ${cost}.`,
  last: (cost) => `Passé ce délai ou en cas de non-présentation, ${cost}.`,
  always: (cost) => `En cas d’annulation ou de non-présentation, ${cost}.`,
  alwaysFree: 'Annulation gratuite à tout moment.',
  neverFree:
    'Non remboursable\u00a0: en cas d’annulation ou de non-présentation, vous payez la totalité du prix.',
  clock: 'Les heures indiquées sont à l’heure locale de l’établissement.',
};

const ES: CancellationWords = {
  deadline: (time, hours) => {
    const clock = time.startsWith('01') ? `la ${time}` : `las ${time}`;
    if (!isWholeDays(hours)) {
      const before = `${hours} ${hours === 1 ? 'hora' : 'horas'} antes de ${clock} del día de llegada`;
      return { until: `hasta ${before}`, by: `al menos ${before}` };
    }
    const day =
      hours === 24
        ? `${clock} del día anterior a la llegada`
        : `${clock}, ${days(hours)} días antes de la llegada`;
    return { until: `hasta ${day}`, by: `a más tardar a ${day}` };
  },
  cost: {
    nothing: 'no pagas nada',
    full: 'pagas el precio completo',
    percent: (percent) => `pagas el ${percentIn('es', percent)} del precio`,
    amount: (amount) => `pagas ${amount}`,
    firstNight: 'pagas la primera noche',
    firstNights: (nights) => `pagas las ${nights} primeras noches`,
  },
  freeUntil: ({ until }) => `Cancelación gratuita ${until}.`,
  first: ({ by }, cost) => `Si cancelas ${by}, ${cost}.`,
  next: ({ by }, cost) => `Después, si cancelas ${by}, ${cost}.`,
  last: (cost) => `Después, o si no te presentas, ${cost}.`,
  always: (cost) => `Si cancelas o no te presentas, ${cost}.`,
  alwaysFree: 'Cancelación gratuita en cualquier momento.',
  neverFree: 'No reembolsable: si cancelas o no te presentas, pagas el precio completo.',
  clock: 'Las horas se refieren a la hora local del alojamiento.',
};

const IT: CancellationWords = {
  deadline: (time, hours) => {
    if (!isWholeDays(hours)) {
      const before = `${hours} ${hours === 1 ? 'ora' : 'ore'} prima delle ${time} del giorno di arrivo`;
      return { until: `fino a ${before}`, by: `almeno ${before}` };
    }
    const day =
      hours === 24
        ? `${time} del giorno prima dell’arrivo`
        : `${time}, ${days(hours)} giorni prima dell’arrivo`;
    return { until: `fino alle ${day}`, by: `entro le ${day}` };
  },
  cost: {
    nothing: 'non paghi nulla',
    full: 'paghi il prezzo intero',
    percent: (percent) => `paghi ${italianArticle(percent)}${percentIn('it', percent)} del prezzo`,
    amount: (amount) => `paghi ${amount}`,
    firstNight: 'paghi la prima notte',
    firstNights: (nights) => `paghi le prime ${nights} notti`,
  },
  freeUntil: ({ until }) => `Cancellazione gratuita ${until}.`,
  first: ({ by }, cost) => `Se cancelli ${by}, ${cost}.`,
  next: ({ by }, cost) => `In seguito, se cancelli ${by}, ${cost}.`,
  last: (cost) => `Dopo tale termine o in caso di mancato arrivo, ${cost}.`,
  always: (cost) => `In caso di cancellazione o mancato arrivo, ${cost}.`,
  alwaysFree: 'Cancellazione gratuita in qualsiasi momento.',
  neverFree: 'Non rimborsabile: in caso di cancellazione o mancato arrivo, paghi il prezzo intero.',
  clock: 'Gli orari si riferiscono all’ora locale della struttura.',
};

/** Returns the article for a number up to 100, elided before a vowel: `l’80%`, `il 50%`. */
const italianArticle = (number: number) => (/^(?:1|8|11|8\d)$/.test(String(number)) ? 'l’' : 'il ');

const NL: CancellationWords = {
  deadline: (time, hours) => {
    if (!isWholeDays(hours)) {
      const before = `${hours} uur voor ${time} uur op de dag van aankomst`;
      return { until: `tot ${before}`, by: `minstens ${before}` };
    }
    if (hours === 24) {
      const day = `${time} uur op de dag voor aankomst`;
      return { until: `tot ${day}`, by: `uiterlijk om ${day}` };
    }
    const day = `${days(hours)} dagen voor aankomst om ${time} uur`;
    return { until: `tot ${day}`, by: `uiterlijk ${day}` };
  },
  cost: {
    nothing: 'betaalt u niets',
    full: 'betaalt u de volledige prijs',
    percent: (percent) => `betaalt u ${percentIn('nl', percent)} van de prijs`,
    amount: (amount) => `betaalt u ${amount}`,
    firstNight: 'betaalt u de eerste nacht',
    firstNights: (nights) => `betaalt u de eerste ${nights} nachten`,
  },
  freeUntil: ({ until }) => `Gratis annuleren ${until}.`,
  first: ({ by }, cost) => `Als u ${by} annuleert, ${cost}.`,
  next: ({ by }, cost) => `Annuleert u daarna, maar ${by}, dan ${cost}.`,
  last: (cost) => `Daarna of bij niet verschijnen ${cost}.`,
  always: (cost) => `Bij annulering of niet verschijnen ${cost}.`,
  alwaysFree: 'Gratis annuleren is altijd mogelijk.',
  neverFree: 'Niet-restitueerbaar: bij annulering of niet verschijnen betaalt u de volledige prijs.',
  clock: 'De tijden zijn plaatselijke tijden bij de accommodatie.',
};

export const CANCELLATION_WORDS: Readonly<Record<Language, CancellationWords>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
};
