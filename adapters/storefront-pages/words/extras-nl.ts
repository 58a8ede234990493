import type { ExtraWords } from './extras-en.ts';

/** Dutch texts for extras that guests add to their stay. */
export const EXTRAS_NL: ExtraWords = {
  title: 'Extra’s',
  lead: 'U betaalt extra’s samen met uw boeking.',
  onBook: 'Extra’s komen op de volgende pagina bij het totaal, voordat u betaalt.',
  each: (amount: string) => `${amount} per stuk`,
  submit: 'Aan de boeking toevoegen',
  fault: (most: number) => `Vul een geheel getal van 0 tot en met ${most} in.`,
  nothing: 'Vul in hoeveel u er wilt.',
  changed:
    'De extra’s of hun prijzen zijn gewijzigd sinds u deze pagina opende, dus er is niets toegevoegd. Controleer ze en kies opnieuw.',
  closed: 'Aan deze boeking kunnen geen extra’s meer worden toegevoegd.',
};
