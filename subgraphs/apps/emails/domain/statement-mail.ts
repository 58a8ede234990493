import { il } from '#kit/italian.ts';
import { type Language, moneyIn, monthIn, plainDay } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import type { MailContent } from './mail-content.ts';

/** Emails about a team's statement for paid apps. */
export const STATEMENT_MAILS = [
  'statement-issued',
  'statement-overdue',
  'statement-frozen',
  'statement-paid',
  'statement-reopened',
] as const;
export type StatementMailTemplate = (typeof STATEMENT_MAILS)[number];

/** Contents of an email about a statement. Its link is stored separately. */
export interface StatementMail {
  readonly language: Language;
  readonly name: string;
  readonly team: string;
  readonly number: string;
  /** First day of the month whose charges it has. */
  readonly month: string;
  /** Amount paid, or left to pay. */
  readonly amount: Minor;
  readonly currency: string;
  /** UTC date it's due. */
  readonly dueOn: string;
  /** UTC date it was paid; null until then. */
  readonly paidOn: string | null;
  /** The payment app's name; null if the operator recorded the payment. */
  readonly paidThrough: string | null;
  /** Apps that the team hasn't paid for. */
  readonly apps: readonly string[];
}

/** Values as shown. */
interface Shown {
  readonly team: string;
  readonly number: string;
  readonly month: string;
  readonly amount: string;
  readonly dueOn: string;
}

type Text = (shown: Shown) => string;

interface Words {
  readonly hello: (name: string) => string;
  readonly mails: Readonly<Record<StatementMailTemplate, { readonly subject: Text; readonly lead: Text }>>;
  readonly facts: Readonly<
    Record<'statement' | 'team' | 'amount' | 'due' | 'paid' | 'method' | 'apps', string>
  >;
  /** Lead of an overdue statement that concerns only themes, which keep working. */
  readonly overdue: Text;
  readonly action: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => `Hello ${name},`,
    mails: {
      'statement-issued': {
        subject: ({ number, amount }) => `Statement ${number} for ${amount}`,
        lead: ({ month, dueOn }) =>
          `Your statement for paid apps in ${month} is ready. Please pay it by ${dueOn}.`,
      },
      'statement-overdue': {
        subject: ({ number }) => `Statement ${number} is overdue`,
        lead: ({ amount, dueOn }) =>
          `${amount} was due on ${dueOn}. If it isn't paid within 14 days, these apps stop working.`,
      },
      'statement-frozen': {
        subject: ({ number }) => `Apps stopped working because statement ${number} isn't paid`,
        lead: ({ amount, dueOn }) =>
          `${amount} was due on ${dueOn}, so these apps have stopped working. They work again as soon as the statement is paid.`,
      },
      'statement-paid': {
        subject: ({ number }) => `Payment received for statement ${number}`,
        lead: ({ amount }) => `Thank you. We received ${amount} for your paid apps.`,
      },
      'statement-reopened': {
        subject: ({ number, amount }) => `Statement ${number}: ${amount} is due again`,
        lead: ({ number, amount, dueOn }) =>
          `A payment for statement ${number} was taken back, so ${amount} is due again. Please pay it by ${dueOn}.`,
      },
    },
    facts: {
      statement: 'Statement',
      team: 'Team',
      amount: 'Amount',
      due: 'Due',
      paid: 'Paid',
      method: 'Paid with',
      apps: 'Apps',
    },
    overdue: ({ amount, dueOn }) => `${amount} was due on ${dueOn}. Please pay it now.`,
    action: 'Open the statement',
  },
  de: {
    hello: (name) => `Guten Tag ${name},`,
    mails: {
      'statement-issued': {
        subject: ({ number, amount }) => `Abrechnung ${number} über ${amount}`,
        lead: ({ month, dueOn }) =>
          `Ihre Abrechnung für kostenpflichtige Apps im ${month} liegt vor. Bitte bezahlen Sie sie bis zum ${dueOn}.`,
      },
      'statement-overdue': {
        subject: ({ number }) => `Abrechnung ${number} ist überfällig`,
        lead: ({ amount, dueOn }) =>
          `${amount} waren am ${dueOn} fällig. Wenn Sie nicht innerhalb von 14 Tagen bezahlen, funktionieren diese Apps nicht mehr.`,
      },
      'statement-frozen': {
        subject: ({ number }) => `Apps angehalten: Abrechnung ${number} ist nicht bezahlt`,
        lead: ({ amount, dueOn }) =>
          `${amount} waren am ${dueOn} fällig. Deshalb funktionieren diese Apps nicht mehr. Sobald die Abrechnung bezahlt ist, funktionieren sie wieder.`,
      },
      'statement-paid': {
        subject: ({ number }) => `Zahlung für Abrechnung ${number} eingegangen`,
        lead: ({ amount }) => `Vielen Dank. Wir haben ${amount} für Ihre kostenpflichtigen Apps erhalten.`,
      },
      'statement-reopened': {
        subject: ({ number, amount }) => `Abrechnung ${number}: ${amount} sind wieder offen`,
        lead: ({ number, amount, dueOn }) =>
          `Eine Zahlung für die Abrechnung ${number} wurde zurückgebucht oder erstattet. Deshalb sind ${amount} wieder offen. Bitte bezahlen Sie den Betrag bis zum ${dueOn}.`,
      },
    },
    facts: {
      statement: 'Abrechnung',
      team: 'Team',
      amount: 'Betrag',
      due: 'Fällig am',
      paid: 'Bezahlt am',
      method: 'Bezahlt mit',
      apps: 'Apps',
    },
    overdue: ({ amount, dueOn }) =>
      `${amount} waren am ${dueOn} fällig. Bitte bezahlen Sie den Betrag jetzt.`,
    action: 'Abrechnung öffnen',
  },
  fr: {
    hello: (name) => `Bonjour ${name},`,
    mails: {
      'statement-issued': {
        subject: ({ number, amount }) => `Relevé ${number} de ${amount}`,
        lead: ({ month, dueOn }) =>
          `Votre relevé des applications payantes de ${month} est disponible. Merci de le régler avant le ${dueOn}.`,
      },
      'statement-overdue': {
        subject: ({ number }) => `Le relevé ${number} est en retard de paiement`,
        lead: ({ amount, dueOn }) =>
          `${amount} devaient être réglés le ${dueOn}. Sans paiement d’ici 14 jours, ces applications cesseront de fonctionner.`,
      },
      'statement-frozen': {
        subject: ({ number }) => `Applications suspendues : le relevé ${number} n’est pas réglé`,
        lead: ({ amount, dueOn }) =>
          `${amount} devaient être réglés le ${dueOn}. Ces applications ne fonctionnent donc plus. Elles fonctionneront de nouveau dès que le relevé sera réglé.`,
      },
      'statement-paid': {
        subject: ({ number }) => `Paiement reçu pour le relevé ${number}`,
        lead: ({ amount }) => `Merci. Nous avons reçu ${amount} pour vos applications payantes.`,
      },
      'statement-reopened': {
        subject: ({ number, amount }) => `Relevé ${number} : ${amount} de nouveau à régler`,
        lead: ({ number, amount, dueOn }) =>
          `Un paiement du relevé ${number} a été repris ou remboursé. Il reste donc ${amount} à régler. Merci de les régler au plus tard le ${dueOn}.`,
      },
    },
    facts: {
      statement: 'Relevé',
      team: 'Équipe',
      amount: 'Montant',
      due: 'Échéance',
      paid: 'Réglé le',
      method: 'Réglé avec',
      apps: 'Applications',
    },
    overdue: ({ amount, dueOn }) =>
      `${amount} étaient à payer au plus tard le ${dueOn}. Merci de régler ce montant maintenant.`,
    action: 'Ouvrir le relevé',
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    mails: {
      'statement-issued': {
        subject: ({ number, amount }) => `Extracto ${number} de ${amount}`,
        lead: ({ month, dueOn }) =>
          `Ya está disponible tu extracto de las aplicaciones de pago de ${month}. Págalo antes del ${dueOn}.`,
      },
      'statement-overdue': {
        subject: ({ number }) => `El extracto ${number} está vencido`,
        lead: ({ amount, dueOn }) =>
          `${amount} vencieron el ${dueOn}. Si no se pagan en 14 días, estas aplicaciones dejarán de funcionar.`,
      },
      'statement-frozen': {
        subject: ({ number }) => `Aplicaciones detenidas: el extracto ${number} no está pagado`,
        lead: ({ amount, dueOn }) =>
          `${amount} vencieron el ${dueOn}, por lo que estas aplicaciones han dejado de funcionar. Volverán a funcionar en cuanto se pague el extracto.`,
      },
      'statement-paid': {
        subject: ({ number }) => `Pago recibido del extracto ${number}`,
        lead: ({ amount }) => `Gracias. Hemos recibido ${amount} por tus aplicaciones de pago.`,
      },
      'statement-reopened': {
        subject: ({ number, amount }) => `Extracto ${number}: ${amount} pendientes de nuevo`,
        lead: ({ number, amount, dueOn }) =>
          `Un pago del extracto ${number} se ha devuelto, por lo que ${amount} vuelven a estar pendientes. Págalos a más tardar el ${dueOn}.`,
      },
    },
    facts: {
      statement: 'Extracto',
      team: 'Equipo',
      amount: 'Importe',
      due: 'Vencimiento',
      paid: 'Pagado el',
      method: 'Pagado con',
      apps: 'Aplicaciones',
    },
    overdue: ({ amount, dueOn }) => `${amount} vencían el ${dueOn}. Le rogamos que los pague ahora.`,
    action: 'Abrir el extracto',
  },
  it: {
    hello: (name) => `Buongiorno ${name},`,
    mails: {
      'statement-issued': {
        subject: ({ number, amount }) => `Estratto conto ${number} di ${amount}`,
        lead: ({ month, dueOn }) =>
          `L’estratto conto delle app a pagamento di ${month} è disponibile. Il pagamento è dovuto entro ${il(dueOn)}.`,
      },
      'statement-overdue': {
        subject: ({ number }) => `L’estratto conto ${number} è scaduto`,
        lead: ({ amount, dueOn }) =>
          `${amount} erano dovuti entro ${il(dueOn)}. Se il pagamento non arriva entro 14 giorni, queste app smetteranno di funzionare.`,
      },
      'statement-frozen': {
        subject: ({ number }) => `App sospese: l’estratto conto ${number} non è pagato`,
        lead: ({ amount, dueOn }) =>
          `${amount} erano dovuti entro ${il(dueOn)}, quindi queste app non funzionano più. Funzioneranno di nuovo appena l’estratto conto sarà pagato.`,
      },
      'statement-paid': {
        subject: ({ number }) => `Pagamento ricevuto per l’estratto conto ${number}`,
        lead: ({ amount }) => `Grazie. Abbiamo ricevuto ${amount} per le app a pagamento.`,
      },
      'statement-reopened': {
        subject: ({ number, amount }) => `Estratto conto ${number}: ${amount} di nuovo da pagare`,
        lead: ({ number, amount, dueOn }) =>
          `Un pagamento dell’estratto conto ${number} è stato stornato o rimborsato, quindi ${amount} sono di nuovo da pagare. Il pagamento è dovuto entro ${il(dueOn)}.`,
      },
    },
    facts: {
      statement: 'Estratto conto',
      team: 'Team',
      amount: 'Importo',
      due: 'Scadenza',
      paid: 'Pagato il',
      method: 'Pagato con',
      apps: 'App',
    },
    overdue: ({ amount, dueOn }) =>
      `${amount} erano da pagare entro ${il(dueOn)}. La preghiamo di pagarli ora.`,
    action: 'Apri l’estratto conto',
  },
  nl: {
    hello: (name) => `Hallo ${name},`,
    mails: {
      'statement-issued': {
        subject: ({ number, amount }) => `Afrekening ${number} van ${amount}`,
        lead: ({ month, dueOn }) =>
          `Uw afrekening voor betaalde apps in ${month} staat klaar. Betaal deze uiterlijk op ${dueOn}.`,
      },
      'statement-overdue': {
        subject: ({ number }) => `Afrekening ${number} is niet op tijd betaald`,
        lead: ({ amount, dueOn }) =>
          `${amount} moest op ${dueOn} betaald zijn. Als u niet binnen 14 dagen betaalt, werken deze apps niet meer.`,
      },
      'statement-frozen': {
        subject: ({ number }) => `Apps stilgezet: afrekening ${number} is niet betaald`,
        lead: ({ amount, dueOn }) =>
          `${amount} moest op ${dueOn} betaald zijn. Daarom werken deze apps niet meer. Ze werken weer zodra de afrekening betaald is.`,
      },
      'statement-paid': {
        subject: ({ number }) => `Betaling ontvangen voor afrekening ${number}`,
        lead: ({ amount }) => `Bedankt. We hebben ${amount} voor uw betaalde apps ontvangen.`,
      },
      'statement-reopened': {
        subject: ({ number, amount }) => `Afrekening ${number}: ${amount} staat weer open`,
        lead: ({ number, amount, dueOn }) =>
          `Een betaling voor afrekening ${number} is teruggeboekt of terugbetaald. Daarom staat ${amount} weer open. Betaal dit bedrag uiterlijk op ${dueOn}.`,
      },
    },
    facts: {
      statement: 'Afrekening',
      team: 'Team',
      amount: 'Bedrag',
      due: 'Vervaldatum',
      paid: 'Betaald op',
      method: 'Betaald met',
      apps: 'Apps',
    },
    overdue: ({ amount, dueOn }) => `${amount} moest op ${dueOn} betaald zijn. Betaal dit bedrag nu.`,
    action: 'Afrekening openen',
  },
};

/** Returns the email to a team's owner about a statement (docs/interface/mails.md#statements). */
export function statementMail(
  template: StatementMailTemplate,
  { language, name, team, number, month, amount, currency, dueOn, paidOn, paidThrough, apps }: StatementMail,
  url: string,
): MailContent {
  const { hello, mails, facts, overdue, action } = WORDS[language];
  const { subject, lead } = mails[template];
  const isOfThemes = template === 'statement-overdue' && apps.length === 0;
  const shown = {
    team,
    number,
    month: monthIn(language, month),
    amount: moneyIn(language, amount, currency),
    dueOn: plainDay(language, dueOn),
  };
  return {
    language,
    subject: subject(shown),
    paragraphs: [hello(name), (isOfThemes ? overdue : lead)(shown)],
    facts: [
      [facts.statement, number],
      [facts.team, team],
      [facts.amount, shown.amount],
      paidOn === null ? [facts.due, shown.dueOn] : [facts.paid, plainDay(language, paidOn)],
      ...(paidThrough === null ? [] : [[facts.method, paidThrough] as const]),
      ...(apps.length === 0 ? [] : [[facts.apps, apps.join(', ')] as const]),
    ],
    action: { label: action, url },
  };
}
