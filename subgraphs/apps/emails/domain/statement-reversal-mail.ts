import { type Language, moneyIn } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import type { MailContent } from './mail-content.ts';

type Status = 'disputed' | 'dispute_won' | 'dispute_lost' | 'refunded' | 'refund_failed';

/** An email's contents for the operator about a statement's payment. Its link is stored separately. */
export interface StatementReversalMail {
  readonly language: Language;
  readonly name: string;
  /** The statement's number. */
  readonly number: string;
  readonly amount: Minor;
  readonly currency: string;
  readonly status: Status;
  /** The payment app's name. */
  readonly app: string;
  /** The dispute's or refund's reference at the provider. */
  readonly reference: string;
}

interface Shown {
  readonly number: string;
  readonly amount: string;
  readonly app: string;
}

interface Text {
  readonly subject: (shown: Shown) => string;
  readonly lead: (shown: Shown) => string;
}

interface Words {
  readonly hello: (name: string) => string;
  readonly reports: Readonly<Record<Status, Text>>;
  readonly facts: Readonly<Record<'statement' | 'amount' | 'app' | 'reference', string>>;
  readonly action: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => `Hello ${name},`,
    reports: {
      disputed: {
        subject: ({ number }) => `Disputed payment for statement ${number}`,
        lead: ({ amount, app }) =>
          `The payer disputes ${amount}. Answer the dispute in your ${app} account. Until it's decided, the statement stays paid.`,
      },
      dispute_won: {
        subject: ({ number }) => `Dispute won: statement ${number}`,
        lead: ({ amount }) => `You keep ${amount}. There's nothing to do.`,
      },
      dispute_lost: {
        subject: ({ number }) => `Dispute lost: statement ${number}`,
        lead: ({ amount }) =>
          `The payer got ${amount} back. If the payment had paid the statement, that amount is due again within 14 days, and the team was emailed.`,
      },
      refunded: {
        subject: ({ number }) => `Refunded payment for statement ${number}`,
        lead: ({ amount, app }) =>
          `${amount} was refunded in your ${app} account. If the payment had paid the statement, that amount is due again. Credit it in Marketplace if the team shouldn't pay it again.`,
      },
      refund_failed: {
        subject: ({ number }) => `Failed refund for statement ${number}`,
        lead: ({ amount, app }) =>
          `The refund of ${amount} in your ${app} account failed, so you have the money again. It counts as paid again.`,
      },
    },
    facts: { statement: 'Statement', amount: 'Amount', app: 'Payment app', reference: 'Reference' },
    action: 'Open Marketplace',
  },
  de: {
    hello: (name) => `Guten Tag ${name},`,
    reports: {
      disputed: {
        subject: ({ number }) => `Zahlung für Abrechnung ${number} angefochten`,
        lead: ({ amount, app }) =>
          `Die Zahlung von ${amount} wird angefochten. Antworten Sie darauf in Ihrem ${app}-Konto. Bis zur Entscheidung gilt die Abrechnung als bezahlt.`,
      },
      dispute_won: {
        subject: ({ number }) => `Anfechtung abgewehrt: Abrechnung ${number}`,
        lead: ({ amount }) => `Sie behalten ${amount}. Es ist nichts zu tun.`,
      },
      dispute_lost: {
        subject: ({ number }) => `Anfechtung verloren: Abrechnung ${number}`,
        lead: ({ amount }) =>
          `${amount} wurden zurückgebucht. Hatte die Zahlung die Abrechnung beglichen, ist der Betrag innerhalb von 14 Tagen wieder fällig. Das Team wurde benachrichtigt.`,
      },
      refunded: {
        subject: ({ number }) => `Zahlung für Abrechnung ${number} erstattet`,
        lead: ({ amount, app }) =>
          `${amount} wurden in Ihrem ${app}-Konto erstattet. Hatte die Zahlung die Abrechnung beglichen, ist der Betrag wieder fällig. Schreiben Sie ihn unter Marketplace gut, wenn das Team ihn nicht noch einmal bezahlen soll.`,
      },
      refund_failed: {
        subject: ({ number }) => `Erstattung für Abrechnung ${number} fehlgeschlagen`,
        lead: ({ amount, app }) =>
          `Die Erstattung von ${amount} in Ihrem ${app}-Konto ist fehlgeschlagen. Sie haben das Geld wieder, und es gilt wieder als bezahlt.`,
      },
    },
    facts: { statement: 'Abrechnung', amount: 'Betrag', app: 'Zahlungs-App', reference: 'Referenz' },
    action: 'Marketplace öffnen',
  },
  fr: {
    hello: (name) => `Bonjour ${name},`,
    reports: {
      disputed: {
        subject: ({ number }) => `Paiement contesté : relevé ${number}`,
        lead: ({ amount, app }) =>
          `Le paiement de ${amount} est contesté. Répondez à la contestation dans votre compte ${app}. En attendant la décision, le relevé reste réglé.`,
      },
      dispute_won: {
        subject: ({ number }) => `Contestation gagnée : relevé ${number}`,
        lead: ({ amount }) => `Vous conservez ${amount}. Vous n’avez rien à faire.`,
      },
      dispute_lost: {
        subject: ({ number }) => `Contestation perdue : relevé ${number}`,
        lead: ({ amount }) =>
          `${amount} ont été rendus au payeur. Si ce paiement avait réglé le relevé, ce montant est de nouveau à régler sous 14 jours. L’équipe a été prévenue par e-mail.`,
      },
      refunded: {
        subject: ({ number }) => `Paiement remboursé : relevé ${number}`,
        lead: ({ amount, app }) =>
          `${amount} ont été remboursés dans votre compte ${app}. Si ce paiement avait réglé le relevé, ce montant est de nouveau à régler. Créditez-le dans Marketplace si l’équipe ne doit pas le payer une seconde fois.`,
      },
      refund_failed: {
        subject: ({ number }) => `Remboursement échoué : relevé ${number}`,
        lead: ({ amount, app }) =>
          `Le remboursement de ${amount} dans votre compte ${app} a échoué. Vous avez de nouveau cet argent, qui compte comme réglé.`,
      },
    },
    facts: {
      statement: 'Relevé',
      amount: 'Montant',
      app: 'Application de paiement',
      reference: 'Référence',
    },
    action: 'Ouvrir Marketplace',
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    reports: {
      disputed: {
        subject: ({ number }) => `Pago en disputa: extracto ${number}`,
        lead: ({ amount, app }) =>
          `El pago de ${amount} está en disputa. Responde a la disputa en tu cuenta de ${app}. Hasta que se decida, el extracto sigue pagado.`,
      },
      dispute_won: {
        subject: ({ number }) => `Disputa ganada: extracto ${number}`,
        lead: ({ amount }) => `Conservas ${amount}. No tienes que hacer nada.`,
      },
      dispute_lost: {
        subject: ({ number }) => `Disputa perdida: extracto ${number}`,
        lead: ({ amount }) =>
          `Se han devuelto ${amount}. Si ese pago había pagado el extracto, el importe vuelve a vencer en 14 días. Hemos avisado al equipo por correo.`,
      },
      refunded: {
        subject: ({ number }) => `Pago reembolsado: extracto ${number}`,
        lead: ({ amount, app }) =>
          `Se han reembolsado ${amount} en tu cuenta de ${app}. Si ese pago había pagado el extracto, el importe vuelve a estar pendiente. Abónalo en Marketplace si el equipo no debe pagarlo otra vez.`,
      },
      refund_failed: {
        subject: ({ number }) => `Reembolso fallido: extracto ${number}`,
        lead: ({ amount, app }) =>
          `El reembolso de ${amount} en tu cuenta de ${app} ha fallado. Vuelves a tener el dinero, que cuenta de nuevo como pagado.`,
      },
    },
    facts: {
      statement: 'Extracto',
      amount: 'Importe',
      app: 'Aplicación de pago',
      reference: 'Referencia',
    },
    action: 'Abrir Marketplace',
  },
  it: {
    hello: (name) => `Buongiorno ${name},`,
    reports: {
      disputed: {
        subject: ({ number }) => `Pagamento contestato: estratto conto ${number}`,
        lead: ({ amount, app }) =>
          `Il pagamento di ${amount} è contestato. Rispondi alla contestazione nel tuo account ${app}. Fino alla decisione l’estratto conto resta pagato.`,
      },
      dispute_won: {
        subject: ({ number }) => `Contestazione vinta: estratto conto ${number}`,
        lead: ({ amount }) => `Conservi ${amount}. Non devi fare nulla.`,
      },
      dispute_lost: {
        subject: ({ number }) => `Contestazione persa: estratto conto ${number}`,
        lead: ({ amount }) =>
          `${amount} sono stati restituiti. Se il pagamento aveva saldato l’estratto conto, l’importo è di nuovo da pagare entro 14 giorni. Il team è stato avvisato via e-mail.`,
      },
      refunded: {
        subject: ({ number }) => `Pagamento rimborsato: estratto conto ${number}`,
        lead: ({ amount, app }) =>
          `${amount} sono stati rimborsati nel tuo account ${app}. Se il pagamento aveva saldato l’estratto conto, l’importo è di nuovo da pagare. Accreditalo in Marketplace se il team non deve pagarlo di nuovo.`,
      },
      refund_failed: {
        subject: ({ number }) => `Rimborso non riuscito: estratto conto ${number}`,
        lead: ({ amount, app }) =>
          `Il rimborso di ${amount} nel tuo account ${app} non è riuscito. Hai di nuovo il denaro, che conta ancora come pagato.`,
      },
    },
    facts: {
      statement: 'Estratto conto',
      amount: 'Importo',
      app: 'App di pagamento',
      reference: 'Riferimento',
    },
    action: 'Apri Marketplace',
  },
  nl: {
    hello: (name) => `Hallo ${name},`,
    reports: {
      disputed: {
        subject: ({ number }) => `Betaling voor afrekening ${number} betwist`,
        lead: ({ amount, app }) =>
          `De betaling van ${amount} wordt betwist. Reageer op de betwisting in uw ${app}-account. Tot de beslissing blijft de afrekening betaald.`,
      },
      dispute_won: {
        subject: ({ number }) => `Betwisting gewonnen: afrekening ${number}`,
        lead: ({ amount }) => `U houdt ${amount}. U hoeft niets te doen.`,
      },
      dispute_lost: {
        subject: ({ number }) => `Betwisting verloren: afrekening ${number}`,
        lead: ({ amount }) =>
          `${amount} is teruggeboekt. Was de afrekening met deze betaling betaald, dan moet dit bedrag binnen 14 dagen opnieuw betaald worden. Het team heeft een e-mail gekregen.`,
      },
      refunded: {
        subject: ({ number }) => `Betaling voor afrekening ${number} terugbetaald`,
        lead: ({ amount, app }) =>
          `${amount} is in uw ${app}-account terugbetaald. Was de afrekening met deze betaling betaald, dan staat dit bedrag weer open. Crediteer het in Marketplace als het team het niet opnieuw hoeft te betalen.`,
      },
      refund_failed: {
        subject: ({ number }) => `Terugbetaling voor afrekening ${number} mislukt`,
        lead: ({ amount, app }) =>
          `De terugbetaling van ${amount} in uw ${app}-account is mislukt. U heeft het geld weer, en het geldt weer als betaald.`,
      },
    },
    facts: { statement: 'Afrekening', amount: 'Bedrag', app: 'Betaalapp', reference: 'Referentie' },
    action: 'Marketplace openen',
  },
};

/**
 * Returns the email to the operator's owners about a statement payment's dispute or refund
 * (docs/interface/mails.md#statements).
 */
export function statementReversalMail(
  { language, name, number, amount, currency, status, app, reference }: StatementReversalMail,
  url: string,
): MailContent {
  const { hello, reports, facts, action } = WORDS[language];
  const { subject, lead } = reports[status];
  const shown = { number, app, amount: moneyIn(language, amount, currency) };
  return {
    language,
    subject: subject(shown),
    paragraphs: [hello(name), lead(shown)],
    facts: [
      [facts.statement, number],
      [facts.amount, shown.amount],
      [facts.app, app],
      [facts.reference, reference],
    ],
    action: { label: action, url },
  };
}
