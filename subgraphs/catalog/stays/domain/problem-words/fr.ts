import type { ProblemWords } from './problem-words.ts';

const untilText = (until: string | null) => (until ? `au moins jusqu’à ${until}` : 'pour le moment');
const other = (isCapped: boolean) =>
  isCapped ? 'demandez à l’établissement d’en réserver davantage' : 'choisissez d’autres dates';

export const FR: ProblemWords = {
  units: { one: 'logement', many: 'de logements', other: 'logements' },
  days: { one: 'jour', many: 'de jours', other: 'jours' },
  nights: { one: 'nuit', many: 'de nuits', other: 'nuits' },
  mixedLines:
    'Tous les articles d’une réservation doivent avoir les mêmes dates d’arrivée et de départ et la même devise : réservez les autres séjours séparément.',
  quantity: (title, most) => `La quantité pour ${title} doit être un nombre entier de 1 à ${most}.`,
  noDates: (id) =>
    `« ${id} » n’a pas de dates : cherchez dans le catalogue avec check_in et check_out, et utilisez un identifiant des résultats.`,
  notSold: (id) =>
    `« ${id} » n’est pas proposé ici : cherchez dans le catalogue et utilisez un identifiant des résultats.`,
  sleeps: (title, guests) =>
    `${title} accueille au maximum ${guests} personnes avec ce nombre de logements : réservez plus de logements ou moins de personnes.`,
  adultAge: (title, age) =>
    `Une personne de ${age} ans compte comme adulte pour ${title} : ajoutez-la aux adultes.`,
  childAges: (title, most, from, to) =>
    `${title} accueille au maximum ${most} ${most < 2 ? 'enfant' : 'enfants'} de ${from} à ${to} ans avec ce nombre de logements : réservez plus de logements ou moins d’enfants de cet âge.`,
  minStay: (title, nights) =>
    `À partir de cette date d’arrivée, le séjour minimum pour ${title} est de ${nights}.`,
  maxStay: (title, nights) =>
    `À partir de cette date d’arrivée, le séjour maximum pour ${title} est de ${nights}.`,
  noCheckIn: (title) => `L’arrivée n’est pas possible à cette date pour ${title}.`,
  noCheckOut: (title) => `Le départ n’est pas possible à cette date pour ${title}.`,
  stopSell: (title) => `${title} n’est pas en vente pour au moins une de ces nuits.`,
  tooLate: (title, days) =>
    `${title} se réserve au moins ${days} avant l’arrivée : il est trop tard pour ces dates.`,
  sameDay: (title) => `${title} ne peut être réservé que le jour de l’arrivée.`,
  tooEarly: (title, days) =>
    `${title} se réserve au plus ${days} avant l’arrivée : il est trop tôt pour ces dates.`,
  guestLimit: (held, limit) =>
    `Ce client a ${held} ${held < 2 ? 'réservation impayée' : 'réservations impayées'} ici et peut en avoir ${limit} au maximum à la fois.`,
  checkoutLimit: (wanted, limit) =>
    `Cette réservation porte sur ${wanted} nuitées (logements fois nuits), mais un agent peut en retenir ici ${limit} impayées au maximum. Réservez moins de logements ou de nuits, ou réservez le reste une fois cette partie payée.`,
  agentLimit: (held, limit) =>
    `Cet agent retient ici ${held} nuitées impayées ; cette réservation dépasserait la limite de ${limit}.`,
  nextEnd: (until) =>
    `Faites-en payer une${until ? ` ou attendez : la prochaine expire à ${until}` : ''}. Mettez ensuite cette réservation à jour.`,
  nearest: (dates) =>
    `Prochaines dates disponibles : ${dates.map(([from, to]) => `du ${from} au ${to}`).join(' et ')}.`,
  left: (title, units, count) =>
    `Il ne reste que ${units} pour ${title} à ces dates : réservez-en ${count} au maximum ou choisissez d’autres dates.`,
  sold: (title) => `${title} n’est plus disponible à ces dates.`,
  heldSome: (title, units, until) =>
    `Seulement ${units} de libre pour ${title} à ces dates ; d’autres sont retenus ${untilText(until)}.`,
  heldAll: (title, until) =>
    `${title} n’a aucun logement libre à ces dates : le reste est retenu par d’autres clients ${untilText(until)}.`,
  mostBookable: (title, units) => `À ces dates, encore réservable pour ${title} : ${units} au maximum`,
  mostWaiting: (title, units) =>
    `À ces dates, en attente de paiement à la fois pour ${title} : ${units} au maximum`,
  bookFewer: (isCapped) => `. Réservez moins de logements ou ${other(isCapped)}.`,
  bookFree: (free, isCapped) =>
    `, dont ${free} libre${free > 1 ? 's' : ''} actuellement. Réservez-en ${free} au maximum ou ${other(isCapped)}.`,
  bookThen: (until, isCapped) =>
    ` ; d’autres clients les retiennent tous ${untilText(until)}. Réservez ensuite moins de logements ou ${other(isCapped)}.`,
};
