import type { ProblemWords } from './problem-words.ts';

const untilText = (until: string | null) => (until ? `op zijn vroegst tot ${until}` : 'op dit moment');
const other = (isCapped: boolean) =>
  isCapped ? 'vraag de accommodatie om er meer te boeken' : 'kies een andere periode';

export const NL: ProblemWords = {
  units: { one: 'eenheid', other: 'eenheden' },
  days: { one: 'dag', other: 'dagen' },
  nights: { one: 'nacht', other: 'nachten' },
  mixedLines:
    'Alle onderdelen van een boeking moeten dezelfde aankomst- en vertrekdatum en dezelfde valuta hebben: boek andere verblijven apart.',
  quantity: (title, most) => `Het aantal voor ${title} moet een geheel getal van 1 tot en met ${most} zijn.`,
  noDates: (id) =>
    `„${id}” heeft geen data: zoek in de catalogus met check_in en check_out en gebruik een id uit de resultaten.`,
  notSold: (id) =>
    `„${id}” wordt hier niet aangeboden: zoek in de catalogus en gebruik een id uit de resultaten.`,
  sleeps: (title, guests) =>
    `${title} biedt met dit aantal eenheden plaats aan maximaal ${guests} gasten: boek meer eenheden of minder gasten.`,
  adultAge: (title, age) =>
    `Een gast van ${age} jaar telt bij ${title} als volwassene: voeg die toe aan de volwassenen.`,
  childAges: (title, most, from, to) =>
    `${title} biedt met dit aantal eenheden plaats aan maximaal ${most} ${most === 1 ? 'kind' : 'kinderen'} van ${from} tot en met ${to} jaar: boek meer eenheden of minder kinderen van deze leeftijd.`,
  minStay: (title, nights) => `${title} heeft vanaf deze aankomstdatum een minimumverblijf van ${nights}.`,
  maxStay: (title, nights) => `${title} heeft vanaf deze aankomstdatum een maximumverblijf van ${nights}.`,
  noCheckIn: (title) => `Bij ${title} kunt u op deze datum niet aankomen.`,
  noCheckOut: (title) => `Bij ${title} kunt u op deze datum niet vertrekken.`,
  stopSell: (title) => `${title} is voor minstens een van deze nachten niet te boeken.`,
  tooLate: (title, days) =>
    `${title} moet minstens ${days} voor aankomst worden geboekt, dus voor deze periode is het te laat.`,
  sameDay: (title) => `${title} kan alleen op de dag van aankomst worden geboekt.`,
  tooEarly: (title, days) =>
    `${title} kan hoogstens ${days} voor aankomst worden geboekt, dus voor deze periode is het te vroeg.`,
  guestLimit: (held, limit) =>
    `Deze gast heeft hier ${held} onbetaalde ${held === 1 ? 'boeking' : 'boekingen'} en mag er maximaal ${limit} tegelijk hebben.`,
  checkoutLimit: (wanted, limit) =>
    `Deze boeking telt ${wanted} eenheidsnachten (eenheden maal nachten), maar een agent mag er hier maximaal ${limit} onbetaald reserveren. Boek minder eenheden of nachten, of boek de rest als dit deel is betaald.`,
  agentLimit: (held, limit) =>
    `Deze agent heeft hier ${held} onbetaalde eenheidsnachten; met deze boeking wordt de limiet van ${limit} overschreden.`,
  nextEnd: (until) =>
    `Laat er een betalen${until ? ` of wacht: de volgende vervalt om ${until}` : ''}. Werk daarna deze boeking bij.`,
  nearest: (dates) =>
    `De eerstvolgende beschikbare data: ${dates.map(([from, to]) => `${from} tot ${to}`).join(' en ')}.`,
  left: (title, units, count) =>
    `Van ${title} in deze periode nog maar ${units} beschikbaar: boek er maximaal ${count} of kies een andere periode.`,
  sold: (title) => `${title} is in deze periode niet meer beschikbaar.`,
  heldSome: (title, units, until) =>
    `Van ${title} in deze periode nu nog maar ${units} vrij; andere zijn ${untilText(until)} voor anderen gereserveerd.`,
  heldAll: (title, until) =>
    `${title} heeft in deze periode nu geen vrije eenheid: de rest is ${untilText(until)} voor anderen gereserveerd.`,
  mostBookable: (title, units) => `Van ${title} in deze periode nog te boeken: maximaal ${units}`,
  mostWaiting: (title, units) =>
    `Van ${title} in deze periode tegelijk onbetaald te reserveren: maximaal ${units}`,
  bookFewer: (isCapped) => `. Boek minder eenheden of ${other(isCapped)}.`,
  bookFree: (free, isCapped) => `, nu vrij: ${free}. Boek er maximaal ${free} of ${other(isCapped)}.`,
  bookThen: (until, isCapped) =>
    `; alle zijn ${untilText(until)} voor anderen gereserveerd. Boek daarna minder eenheden of ${other(isCapped)}.`,
};
