/** Guest languages other than English, which the demo world's own texts are in. */
type Translations = Readonly<Record<'de' | 'fr' | 'es' | 'it' | 'nl', string>>;

/** The unit types' descriptions in the other guest languages, by name. */
const UNIT_TYPE_DESCRIPTIONS: Readonly<Record<string, Translations>> = {
  'Lake View Double': {
    de: 'Ein ruhiges Doppelzimmer mit Balkon über dem Wasser. Frühstück gibt es ab sieben Uhr in der Lodge.',
    fr: 'Une chambre double au calme, avec un balcon au-dessus de l’eau. Le petit-déjeuner est servi au lodge dès sept heures.',
    es: 'Una habitación doble tranquila, con balcón sobre el agua. El desayuno se sirve en el lodge a partir de las siete.',
    it: 'Una camera matrimoniale tranquilla con balcone sull’acqua. La colazione è servita nel lodge dalle sette.',
    nl: 'Een rustige tweepersoonskamer met balkon boven het water. Ontbijt is er vanaf zeven uur in de lodge.',
  },
  'Garden Family Suite': {
    de: 'Zwei Zimmer mit Terrasse zum Garten. Eine Woche kostet ein Zehntel weniger, ein Monat ein Fünftel.',
    fr: 'Deux pièces et une terrasse côté jardin. Un dixième de moins pour une semaine, un cinquième pour un mois.',
    es: 'Dos habitaciones y una terraza que da al jardín. Una semana cuesta una décima parte menos; un mes, una quinta parte menos.',
    it: 'Due camere e una terrazza sul giardino. Una settimana costa un decimo in meno, un mese un quinto.',
    nl: 'Twee kamers en een terras aan de tuin. Een week kost een tiende minder, een maand een vijfde.',
  },
  'The Boathouse': {
    de: 'Ein Häuschen auf Stelzen, das einzige seiner Art. Das Ruderboot darunter gehört dazu.',
    fr: 'Une cabane sur pilotis, unique en son genre. La barque amarrée dessous est à vous.',
    es: 'Una cabaña sobre pilotes, única en su género. El bote de remos de abajo va incluido.',
    it: 'Una casetta su palafitte, unica nel suo genere. La barca a remi ormeggiata sotto è inclusa.',
    nl: 'Een huisje op palen, het enige in zijn soort. De roeiboot eronder hoort erbij.',
  },
  'Miller Apartment': {
    de: 'Eine Küche, ein Ofen und das Rauschen des Mühlrads. Ab drei Nächten.',
    fr: 'Une cuisine, un poêle et le bruit de la roue. Séjours de trois nuits minimum.',
    es: 'Una cocina, una estufa y el rumor de la rueda. Estancias de tres noches o más.',
    it: 'Una cucina, una stufa e il rumore della ruota. Soggiorni di almeno tre notti.',
    nl: 'Een keuken, een houtkachel en het geluid van het rad. Verblijven vanaf drie nachten.',
  },
  'Granary Loft': {
    de: 'Unter dem Dach, mit Balken und Blick auf das Dorf. Samstags keine Anreise.',
    fr: 'Sous les toits, avec des poutres et vue sur le village. Pas d’arrivée le samedi.',
    es: 'Bajo el tejado, con vigas vistas y vistas al pueblo. Sin llegadas los sábados.',
    it: 'Sotto il tetto, con travi a vista e vista sul paese. Nessun arrivo di sabato.',
    nl: 'Onder het dak, met balken en uitzicht op het dorp. Geen aankomst op zaterdag.',
  },
  'Wheel Room': {
    de: 'Ein kleines Zimmer neben dem Mühlrad. In zwei Monaten wegen Reparaturen eine Woche lang geschlossen.',
    fr: 'Une petite chambre près de la roue du moulin. Fermée une semaine dans deux mois pour travaux.',
    es: 'Una habitación pequeña junto a la rueda del molino. Dentro de dos meses cierra una semana por reformas.',
    it: 'Una piccola camera accanto alla ruota del mulino. Tra due mesi chiude una settimana per lavori.',
    nl: 'Een kleine kamer naast het molenrad. Over twee maanden een week dicht wegens reparaties.',
  },
  'Spruce Cabin': {
    de: 'Eine Hütte für vier zwischen Fichten, zehn Minuten zu Fuß vom See.',
    fr: 'Un chalet pour quatre au milieu des épicéas, à dix minutes à pied du lac.',
    es: 'Una cabaña para cuatro entre abetos, a diez minutos a pie del lago.',
    it: 'Una baita per quattro tra gli abeti, a dieci minuti a piedi dal lago.',
    nl: 'Een hut voor vier tussen de sparren, tien minuten lopen van het meer.',
  },
  'Tent on a Platform': {
    de: 'Zeltplane, ein richtiges Bett und eine Laterne. Das Waschhaus steht auf der anderen Seite der Wiese.',
    fr: 'De la toile, un vrai lit et une lanterne. Les sanitaires sont de l’autre côté du pré.',
    es: 'Lona, una cama de verdad y un farol. Los aseos están al otro lado del prado.',
    it: 'Tela, un letto vero e una lanterna. I servizi sono dall’altra parte del prato.',
    nl: 'Tentdoek, een echt bed en een lantaarn. Het washok staat aan de overkant van de wei.',
  },
  'Tatami Room': {
    de: 'Acht Matten, ein niedriger Tisch und ein Fenster zu den Fähren.',
    fr: 'Huit tatamis, une table basse et une fenêtre sur les ferries.',
    es: 'Ocho tatamis, una mesa baja y una ventana a los ferris.',
    it: 'Otto tatami, un tavolino basso e una finestra sui traghetti.',
    nl: 'Acht matten, een lage tafel en een raam met uitzicht op de veerboten.',
  },
  'Captain Suite': {
    de: 'Das oberste Stockwerk, mit einer Badewanne mit Blick auf den Hafen.',
    fr: 'Le dernier étage, avec une baignoire qui donne sur le port.',
    es: 'La última planta, con una bañera que mira al puerto.',
    it: 'L’ultimo piano, con una vasca che guarda sul porto.',
    nl: 'De bovenste verdieping, met een bad dat uitkijkt over de haven.',
  },
  'Mountain Room': {
    de: 'Ein schlichtes Zimmer in den Bergen.',
    fr: 'Une chambre simple à la montagne.',
    es: 'Una habitación sencilla en la montaña.',
    it: 'Una camera semplice in montagna.',
    nl: 'Een eenvoudige kamer in de bergen.',
  },
  'Sandbox Room': {
    de: 'Ein Zimmer zum Ausprobieren: Niemand zahlt, und niemand kommt.',
    fr: 'Une chambre pour faire des essais : personne ne paie, et personne ne vient.',
    es: 'Una habitación para hacer pruebas: nadie paga y nadie viene.',
    it: 'Una camera per fare prove: nessuno paga e nessuno arriva.',
    nl: 'Een kamer om dingen uit te proberen: niemand betaalt en niemand komt.',
  },
  'Sandbox Suite': {
    de: 'Platz für eine Familie von Testgästen. Freitag- und Samstagnächte kosten mehr.',
    fr: 'De la place pour une famille de clients fictifs. Les nuits de vendredi et de samedi coûtent plus cher.',
    es: 'Espacio para una familia de huéspedes de prueba. Las noches de viernes y sábado cuestan más.',
    it: 'Spazio per una famiglia di ospiti di prova. Le notti di venerdì e sabato costano di più.',
    nl: 'Ruimte voor een gezin van testgasten. De nachten van vrijdag en zaterdag kosten meer.',
  },
};

/** Returns a unit type's description in every guest language, English first; the plain rooms share theirs. */
export function descriptionsOf({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string;
}) {
  const translations: Partial<Translations> =
    UNIT_TYPE_DESCRIPTIONS[name] ?? UNIT_TYPE_DESCRIPTIONS['Mountain Room'] ?? {};
  const others = Object.entries(translations).map(([locale, markdown]) => ({ locale, markdown }));
  return [{ locale: 'en', markdown: description }, ...others];
}
