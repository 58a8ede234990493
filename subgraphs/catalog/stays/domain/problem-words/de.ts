import type { ProblemWords } from './problem-words.ts';

const untilText = (until: string | null) => (until ? `frühestens bis ${until}` : 'zurzeit');
const other = (isCapped: boolean) =>
  isCapped ? 'bitten Sie den Gastgeber, mehr zu buchen' : 'wählen Sie einen anderen Zeitraum';

export const DE: ProblemWords = {
  units: { one: 'Einheit', other: 'Einheiten' },
  days: { one: 'Tag', other: 'Tage' },
  nights: { one: 'Nacht', other: 'Nächte' },
  mixedLines:
    'Alle Positionen einer Buchung müssen dieselben An- und Abreisetage und dieselbe Währung haben: Buchen Sie andere Aufenthalte separat.',
  quantity: (title, most) => `Die Anzahl für ${title} muss eine ganze Zahl von 1 bis ${most} sein.`,
  noDates: (id) =>
    `„${id}“ hat keine Reisedaten: Suchen Sie im Katalog mit check_in und check_out, und verwenden Sie eine ID aus den Ergebnissen.`,
  notSold: (id) =>
    `„${id}“ wird hier nicht angeboten: Suchen Sie im Katalog, und verwenden Sie eine ID aus den Ergebnissen.`,
  sleeps: (title, guests) =>
    `${title} bietet mit dieser Anzahl Einheiten Platz für höchstens ${guests} Gäste: Buchen Sie mehr Einheiten oder weniger Gäste.`,
  adultAge: (title, age) =>
    `Ein Gast von ${age} Jahren zählt in ${title} als erwachsen: Geben Sie ihn bei den Erwachsenen an.`,
  childAges: (title, most, from, to) =>
    `${title} nimmt mit dieser Anzahl Einheiten höchstens ${most} ${most === 1 ? 'Kind' : 'Kinder'} von ${from} bis ${to} Jahren auf: Buchen Sie mehr Einheiten oder weniger Kinder dieses Alters.`,
  minStay: (title, nights) => `${title} hat ab diesem Anreisetag einen Mindestaufenthalt von ${nights}.`,
  maxStay: (title, nights) => `${title} hat ab diesem Anreisetag einen Höchstaufenthalt von ${nights}.`,
  noCheckIn: (title) => `In ${title} ist an diesem Tag keine Anreise möglich.`,
  noCheckOut: (title) => `In ${title} ist an diesem Tag keine Abreise möglich.`,
  stopSell: (title) => `${title} ist in mindestens einer dieser Nächte nicht buchbar.`,
  tooLate: (title, days) =>
    `${title} muss mindestens ${days} vor der Anreise gebucht werden, für diesen Zeitraum ist es also zu spät.`,
  sameDay: (title) => `${title} kann nur am Anreisetag gebucht werden.`,
  tooEarly: (title, days) =>
    `${title} kann höchstens ${days} vor der Anreise gebucht werden, für diesen Zeitraum ist es also zu früh.`,
  guestLimit: (held, limit) =>
    `Dieser Gast hat hier ${held} unbezahlte ${held === 1 ? 'Buchung' : 'Buchungen'} und kann höchstens ${limit} gleichzeitig haben.`,
  checkoutLimit: (wanted, limit) =>
    `Diese Buchung umfasst ${wanted} Einheitennächte (Einheiten mal Nächte), ein Agent kann hier aber höchstens ${limit} unbezahlt reservieren. Buchen Sie weniger Einheiten oder Nächte, oder buchen Sie den Rest, wenn dieser Teil bezahlt ist.`,
  agentLimit: (held, limit) =>
    `Dieser Agent hält hier ${held} unbezahlte Einheitennächte; mit dieser Buchung wäre die Grenze von ${limit} überschritten.`,
  nextEnd: (until) =>
    `Lassen Sie eine davon bezahlen${until ? `, oder warten Sie: Die nächste verfällt um ${until}` : ''}. Aktualisieren Sie danach diese Buchung.`,
  nearest: (dates) =>
    `Die nächsten buchbaren Termine: ${dates.map(([from, to]) => `${from} bis ${to}`).join(' und ')}.`,
  left: (title, units, count) =>
    `Von ${title} nur noch frei in diesem Zeitraum: ${units}. Buchen Sie höchstens ${count}, oder wählen Sie einen anderen Zeitraum.`,
  sold: (title) => `${title} ist in diesem Zeitraum nicht mehr verfügbar.`,
  heldSome: (title, units, until) =>
    `Von ${title} zurzeit frei in diesem Zeitraum: ${units}. Weitere sind ${untilText(until)} für andere reserviert.`,
  heldAll: (title, until) =>
    `${title} hat in diesem Zeitraum zurzeit keine freie Einheit: Der Rest ist ${untilText(until)} für andere reserviert.`,
  mostBookable: (title, units) => `Von ${title} noch buchbar in diesem Zeitraum: höchstens ${units}`,
  mostWaiting: (title, units) =>
    `Von ${title} dürfen in diesem Zeitraum gleichzeitig unbezahlt sein: höchstens ${units}`,
  bookFewer: (isCapped) => `. Buchen Sie weniger Einheiten, oder ${other(isCapped)}.`,
  bookFree: (free, isCapped) =>
    `, jetzt frei: ${free}. Buchen Sie höchstens ${free}, oder ${other(isCapped)}.`,
  bookThen: (until, isCapped) =>
    `; alle sind ${untilText(until)} für andere reserviert. Buchen Sie danach weniger Einheiten, oder ${other(isCapped)}.`,
};
