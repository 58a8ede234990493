import type { Forms, Language } from '#kit/language.ts';

/** Words on statements for paid apps, in addition to those on invoices. */
export interface StatementWords {
  readonly statement: string;
  readonly states: Readonly<Record<'unpaid' | 'overdue' | 'pending' | 'paid' | 'credited', string>>;
  readonly charges: (month: string) => string;
  readonly corrects: (number: string) => string;
  readonly recipient: string;
  readonly issuedBy: string;
  readonly month: string;
  readonly due: string;
  readonly credited: string;
  /** The amount that payments and credits cover after a payment was taken back. */
  readonly settled: string;
  readonly leftToPay: string;
  readonly takenBack: string;
  readonly creditNoteUse: string;
  readonly paid: (day: string, app: string | null) => string;
  readonly creditedInFull: string;
  readonly wasDue: (amount: string, day: string) => string;
  readonly isDue: (amount: string, day: string) => string;
  readonly payHeading: string;
  readonly payOperator: (number: string) => string;
  readonly method: string;
  readonly pay: (amount: string) => string;
  readonly waiting: string;
  readonly pending: (method: string) => string;
  readonly declined: (method: string) => string;
  readonly failed: (method: string) => string;
  readonly refused: Readonly<Record<'app_failed' | 'method_not_found', string>>;
  readonly thanks: string;
  readonly returned: string;
  /** Stands for the payment app if an operator recorded the payment. */
  readonly recorded: string;
  readonly taxId: (id: string) => string;
  readonly units: Forms;
  readonly unusedDays: (plan: string) => string;
}

export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = {
  en: {
    statement: 'Statement',
    states: {
      unpaid: 'Not paid yet',
      overdue: 'Overdue',
      pending: 'Payment pending',
      paid: 'Paid',
      credited: 'Credited',
    },
    charges: (month) => `Paid apps and themes in ${month}`,
    corrects: (number) => `For statement ${number}`,
    recipient: 'Team',
    issuedBy: 'Issued by',
    month: 'Month',
    due: 'Due',
    credited: 'Credited',
    settled: 'Paid or credited',
    leftToPay: 'Left to pay',
    takenBack: "A payment was taken back by the payer's bank or refunded, so the amount is due again.",
    creditNoteUse: 'The credit reduces what the statement owes, or is carried over to the next one.',
    paid: (day, app) => `Paid on ${day}${app === null ? '' : ` with ${app}`}. Thank you.`,
    creditedInFull: "This statement was credited in full, so there's nothing to pay.",
    wasDue: (amount, day) => `${amount} was due on ${day}. Its apps stop working if it stays unpaid.`,
    isDue: (amount, day) => `${amount} is due on ${day}.`,
    payHeading: 'Pay this statement',
    payOperator: (number) => `Pay it to the platform's operator and give the number ${number}.`,
    method: 'Payment method',
    pay: (amount) => `Pay ${amount}`,
    waiting: "We're waiting for the payment. This page shows it as soon as it arrives.",
    pending: (method) => `The payment with ${method} is on its way.`,
    declined: (method) => `${method} can't take this amount.`,
    failed: (method) => `The payment with ${method} failed.`,
    refused: {
      app_failed: "The payment method doesn't respond right now. Try again in a few minutes.",
      method_not_found: "This payment method isn't available. Choose another one.",
    },
    thanks: 'Thank you',
    returned:
      "Open the statement's address again to see whether the payment has arrived. You can close this page.",
    recorded: 'recorded by the operator',
    taxId: (id) => `Tax ID: ${id}`,
    units: { one: 'unit', other: 'units' },
    unusedDays: (plan) => `unused days of ${plan}`,
  },
  de: {
    statement: 'Abrechnung',
    states: {
      unpaid: 'Noch nicht bezahlt',
      overdue: 'Überfällig',
      pending: 'Zahlung unterwegs',
      paid: 'Bezahlt',
      credited: 'Gutgeschrieben',
    },
    charges: (month) => `Kostenpflichtige Apps und Themes im ${month}`,
    corrects: (number) => `Zur Abrechnung ${number}`,
    recipient: 'Team',
    issuedBy: 'Ausgestellt von',
    month: 'Monat',
    due: 'Fällig am',
    credited: 'Gutgeschrieben',
    settled: 'Bezahlt oder gutgeschrieben',
    leftToPay: 'Noch zu bezahlen',
    takenBack: 'Eine Zahlung wurde zurückgebucht oder erstattet. Deshalb ist der Betrag wieder offen.',
    creditNoteUse:
      'Die Gutschrift verringert den offenen Betrag der Abrechnung oder wird auf die nächste übertragen.',
    paid: (day, app) => `Am ${day}${app === null ? '' : ` mit ${app}`} bezahlt. Vielen Dank.`,
    creditedInFull: 'Diese Abrechnung wurde vollständig gutgeschrieben. Sie müssen nichts bezahlen.',
    wasDue: (amount, day) =>
      `${amount} waren am ${day} fällig. Bleibt der Betrag offen, funktionieren die Apps nicht mehr.`,
    isDue: (amount, day) => `${amount} sind am ${day} fällig.`,
    payHeading: 'Diese Abrechnung bezahlen',
    payOperator: (number) =>
      `Bezahlen Sie den Betrag an den Betreiber der Plattform und geben Sie die Nummer ${number} an.`,
    method: 'Zahlungsart',
    pay: (amount) => `${amount} bezahlen`,
    waiting: 'Wir warten auf die Zahlung. Sobald sie eingeht, sehen Sie sie auf dieser Seite.',
    pending: (method) => `Die Zahlung mit ${method} ist unterwegs.`,
    declined: (method) => `${method} kann diesen Betrag nicht annehmen.`,
    failed: (method) => `Die Zahlung mit ${method} ist fehlgeschlagen.`,
    refused: {
      app_failed: 'Die Zahlungsart antwortet gerade nicht. Versuchen Sie es in einigen Minuten noch einmal.',
      method_not_found: 'Diese Zahlungsart ist nicht verfügbar. Wählen Sie eine andere.',
    },
    thanks: 'Vielen Dank',
    returned:
      'Öffnen Sie die Adresse der Abrechnung noch einmal, um zu sehen, ob die Zahlung eingegangen ist. Sie können diese Seite schließen.',
    recorded: 'vom Betreiber erfasst',
    taxId: (id) => `Steuernummer: ${id}`,
    units: { one: 'Einheit', other: 'Einheiten' },
    unusedDays: (plan) => `nicht genutzte Tage von ${plan}`,
  },
  fr: {
    statement: 'Relevé',
    states: {
      unpaid: 'À régler',
      overdue: 'En retard',
      pending: 'Paiement en cours',
      paid: 'Réglé',
      credited: 'Annulé par un avoir',
    },
    charges: (month) => `Applications et thèmes payants, ${month}`,
    corrects: (number) => `Pour le relevé ${number}`,
    recipient: 'Équipe',
    issuedBy: 'Émis par',
    month: 'Mois',
    due: 'Échéance',
    credited: 'Avoirs',
    settled: 'Réglé ou crédité',
    leftToPay: 'Reste à payer',
    takenBack: 'Un paiement a été repris ou remboursé. Ce montant est donc de nouveau à régler.',
    creditNoteUse: 'L’avoir réduit le montant dû pour le relevé, ou est reporté sur le suivant.',
    paid: (day, app) => `Réglé le ${day}${app === null ? '' : ` avec ${app}`}. Merci.`,
    creditedInFull: 'Ce relevé a été entièrement annulé par un avoir\u00a0: il n’y a rien à payer.',
    wasDue: (amount, day) =>
      `${amount} devaient être réglés le ${day}. Sans paiement, les applications cesseront de fonctionner.`,
    isDue: (amount, day) => `${amount} à régler au plus tard le ${day}.`,
    payHeading: 'Régler ce relevé',
    payOperator: (number) =>
      `Réglez ce montant auprès de l’exploitant de la plateforme en indiquant le numéro ${number}.`,
    method: 'Mode de paiement',
    pay: (amount) => `Payer ${amount}`,
    waiting: 'Nous attendons le paiement. Il apparaîtra sur cette page dès sa réception.',
    pending: (method) => `Le paiement avec ${method} est en cours.`,
    declined: (method) => `${method} ne peut pas accepter ce montant.`,
    failed: (method) => `Le paiement avec ${method} a échoué.`,
    refused: {
      app_failed: 'Ce mode de paiement ne répond pas pour le moment. Réessayez dans quelques minutes.',
      method_not_found: 'Ce mode de paiement n’est pas disponible. Choisissez-en un autre.',
    },
    thanks: 'Merci',
    returned:
      'Ouvrez de nouveau l’adresse du relevé pour voir si le paiement est arrivé. Vous pouvez fermer cette page.',
    recorded: 'enregistré par l’exploitant',
    taxId: (id) => `Numéro fiscal\u00a0: ${id}`,
    units: { one: 'unité', many: 'd’unités', other: 'unités' },
    unusedDays: (plan) => `jours non utilisés de ${plan}`,
  },
  es: {
    statement: 'Extracto',
    states: {
      unpaid: 'Pendiente de pago',
      overdue: 'Vencido',
      pending: 'Pago en curso',
      paid: 'Pagado',
      credited: 'Abonado',
    },
    charges: (month) => `Aplicaciones y temas de pago, ${month}`,
    corrects: (number) => `Del extracto ${number}`,
    recipient: 'Equipo',
    issuedBy: 'Emitido por',
    month: 'Mes',
    due: 'Vencimiento',
    credited: 'Abonado',
    settled: 'Pagado o abonado',
    leftToPay: 'Pendiente de pago',
    takenBack: 'Un pago se ha devuelto, por lo que este importe vuelve a estar pendiente.',
    creditNoteUse: 'El abono reduce lo que queda por pagar del extracto o pasa al siguiente.',
    paid: (day, app) => `Pagado el ${day}${app === null ? '' : ` con ${app}`}. Gracias.`,
    creditedInFull: 'Este extracto se ha abonado por completo, así que no hay nada que pagar.',
    wasDue: (amount, day) =>
      `${amount} vencieron el ${day}. Si no se pagan, las aplicaciones dejarán de funcionar.`,
    isDue: (amount, day) => `${amount} vencen el ${day}.`,
    payHeading: 'Pagar este extracto',
    payOperator: (number) => `Págalo al operador de la plataforma e indica el número ${number}.`,
    method: 'Forma de pago',
    pay: (amount) => `Pagar ${amount}`,
    waiting: 'Esperamos el pago. Aparecerá en esta página en cuanto llegue.',
    pending: (method) => `El pago con ${method} está en camino.`,
    declined: (method) => `${method} no puede cobrar este importe.`,
    failed: (method) => `El pago con ${method} ha fallado.`,
    refused: {
      app_failed: 'Esta forma de pago no responde en este momento. Vuelve a intentarlo en unos minutos.',
      method_not_found: 'Esta forma de pago no está disponible. Elige otra.',
    },
    thanks: 'Gracias',
    returned:
      'Abre de nuevo la dirección del extracto para ver si ha llegado el pago. Puedes cerrar esta página.',
    recorded: 'registrado por el operador',
    taxId: (id) => `NIF: ${id}`,
    units: { one: 'unidad', many: 'de unidades', other: 'unidades' },
    unusedDays: (plan) => `días no utilizados de ${plan}`,
  },
  it: {
    statement: 'Estratto conto',
    states: {
      unpaid: 'Da pagare',
      overdue: 'Scaduto',
      pending: 'Pagamento in corso',
      paid: 'Pagato',
      credited: 'Accreditato',
    },
    charges: (month) => `App e temi a pagamento, ${month}`,
    corrects: (number) => `Per l’estratto conto ${number}`,
    recipient: 'Team',
    issuedBy: 'Emesso da',
    month: 'Mese',
    due: 'Scadenza',
    credited: 'Accreditato',
    settled: 'Pagato o accreditato',
    leftToPay: 'Da pagare',
    takenBack: 'Un pagamento è stato stornato o rimborsato, quindi l’importo è di nuovo da pagare.',
    creditNoteUse:
      'L’accredito riduce l’importo dovuto per l’estratto conto oppure viene riportato sul successivo.',
    paid: (day, app) => `Pagato in data ${day}${app === null ? '' : ` con ${app}`}. Grazie.`,
    creditedInFull: 'Questo estratto conto è stato accreditato per intero: non c’è nulla da pagare.',
    wasDue: (amount, day) =>
      `Importo: ${amount}, scaduto in data ${day}. Se non viene pagato, le app smetteranno di funzionare.`,
    isDue: (amount, day) => `Importo: ${amount}, scadenza: ${day}.`,
    payHeading: 'Paga questo estratto conto',
    payOperator: (number) => `Paga al gestore della piattaforma e indica il numero ${number}.`,
    method: 'Metodo di pagamento',
    pay: (amount) => `Paga ${amount}`,
    waiting: 'Siamo in attesa del pagamento. Apparirà su questa pagina appena arriva.',
    pending: (method) => `Il pagamento con ${method} è in arrivo.`,
    declined: (method) => `${method} non può accettare questo importo.`,
    failed: (method) => `Il pagamento con ${method} non è riuscito.`,
    refused: {
      app_failed: 'Questo metodo di pagamento non risponde al momento. Riprova tra qualche minuto.',
      method_not_found: 'Questo metodo di pagamento non è disponibile. Scegline un altro.',
    },
    thanks: 'Grazie',
    returned:
      'Riapri l’indirizzo dell’estratto conto per vedere se il pagamento è arrivato. Puoi chiudere questa pagina.',
    recorded: 'registrato dal gestore',
    taxId: (id) => `Codice fiscale: ${id}`,
    units: { one: 'unità', many: 'di unità', other: 'unità' },
    unusedDays: (plan) => `giorni non utilizzati di ${plan}`,
  },
  nl: {
    statement: 'Afrekening',
    states: {
      unpaid: 'Nog niet betaald',
      overdue: 'Te laat',
      pending: 'Betaling onderweg',
      paid: 'Betaald',
      credited: 'Gecrediteerd',
    },
    charges: (month) => `Betaalde apps en thema’s in ${month}`,
    corrects: (number) => `Voor afrekening ${number}`,
    recipient: 'Team',
    issuedBy: 'Uitgegeven door',
    month: 'Maand',
    due: 'Vervaldatum',
    credited: 'Gecrediteerd',
    settled: 'Betaald of gecrediteerd',
    leftToPay: 'Nog te betalen',
    takenBack: 'Een betaling is teruggeboekt of terugbetaald. Daarom staat het bedrag weer open.',
    creditNoteUse:
      'De creditering verlaagt het openstaande bedrag van de afrekening of gaat mee naar de volgende.',
    paid: (day, app) => `Betaald op ${day}${app === null ? '' : ` met ${app}`}. Bedankt.`,
    creditedInFull: 'Deze afrekening is volledig gecrediteerd. U hoeft niets te betalen.',
    wasDue: (amount, day) =>
      `${amount} moest op ${day} betaald zijn. Als er niet wordt betaald, werken de apps niet meer.`,
    isDue: (amount, day) => `${amount} moet uiterlijk op ${day} betaald zijn.`,
    payHeading: 'Deze afrekening betalen',
    payOperator: (number) =>
      `Betaal het bedrag aan de beheerder van het platform en vermeld het nummer ${number}.`,
    method: 'Betaalmethode',
    pay: (amount) => `${amount} betalen`,
    waiting: 'Wij wachten op de betaling. Zodra die binnen is, ziet u dat op deze pagina.',
    pending: (method) => `De betaling met ${method} is onderweg.`,
    declined: (method) => `${method} kan dit bedrag niet aannemen.`,
    failed: (method) => `De betaling met ${method} is mislukt.`,
    refused: {
      app_failed: 'Deze betaalmethode reageert op dit moment niet. Probeer het over enkele minuten opnieuw.',
      method_not_found: 'Deze betaalmethode is niet beschikbaar. Kies een andere.',
    },
    thanks: 'Bedankt',
    returned:
      'Open het adres van de afrekening opnieuw om te zien of de betaling binnen is. U kunt deze pagina sluiten.',
    recorded: 'vastgelegd door de beheerder',
    taxId: (id) => `Btw- of fiscaal nummer: ${id}`,
    units: { one: 'eenheid', other: 'eenheden' },
    unusedDays: (plan) => `ongebruikte dagen van ${plan}`,
  },
};
