import type { PropertyContent, UnitTypeContent } from '#subgraphs/catalog/index.ts';

/** Hosts' descriptions of the demo world's properties, by name. */
export const PROPERTY_CONTENT: Readonly<Record<string, PropertyContent>> = {
  'Lakeside Lodge': {
    kind: 'hotel',
    address: {
      street: 'Seestrasse 12',
      locality: 'Brienz',
      region: 'Bern',
      postalCode: '3855',
      country: 'CH',
    },
    geo: { lat: 46.7543, lng: 8.0386, show: 'exact' },
    checkInFrom: '15:00',
    checkInUntil: '22:00',
    checkOutUntil: '11:00',
    amenities: [
      'wifi',
      'parking_free',
      'elevator',
      'step_free_access',
      'restaurant',
      'breakfast',
      'view_lake',
    ],
    houseRules: {
      pets: false,
      smoking: false,
      parties: false,
      quietFrom: '22:00',
      quietUntil: '07:00',
      minAge: null,
      selfCheckIn: null,
    },
    descriptions: [
      {
        locale: 'en',
        markdown:
          'A house on the shore of Lake Brienz, four minutes on foot from the boat and the railway station. The kitchen is open from seven in the morning until nine in the evening.',
      },
      {
        locale: 'de',
        markdown:
          'Ein Haus am Ufer des Brienzersees, vier Minuten zu Fuß von Schiff und Bahnhof. Die Küche ist von sieben Uhr morgens bis neun Uhr abends geöffnet.',
      },
      {
        locale: 'fr',
        markdown:
          'Une maison au bord du lac de Brienz, à quatre minutes à pied du bateau et de la gare. La cuisine est ouverte de sept heures du matin à neuf heures du soir.',
      },
      {
        locale: 'es',
        markdown:
          'Una casa a orillas del lago de Brienz, a cuatro minutos a pie del barco y de la estación. La cocina abre de siete de la mañana a nueve de la noche.',
      },
      {
        locale: 'it',
        markdown:
          'Una casa sulla riva del lago di Brienz, a quattro minuti a piedi dal battello e dalla stazione. La cucina è aperta dalle sette del mattino alle nove di sera.',
      },
      {
        locale: 'nl',
        markdown:
          'Een huis aan de oever van de Brienzersee, vier minuten lopen van de boot en het station. De keuken is open van zeven uur ’s ochtends tot negen uur ’s avonds.',
      },
    ],
  },
  'Old Mill Apartments': {
    kind: 'aparthotel',
    address: {
      street: 'Mühlegasse 3',
      locality: 'Meiringen',
      region: 'Bern',
      postalCode: '3860',
      country: 'CH',
    },
    geo: { lat: 46.7279, lng: 8.1867, show: 'area' },
    checkInFrom: '16:00',
    checkInUntil: null,
    checkOutUntil: '10:00',
    amenities: ['wifi', 'parking_on_site', 'washing_machine', 'heating'],
    houseRules: {
      pets: true,
      smoking: false,
      parties: false,
      quietFrom: '22:00',
      quietUntil: '07:00',
      minAge: null,
      selfCheckIn: true,
    },
    descriptions: [
      {
        locale: 'en',
        markdown:
          'Apartments and rooms in a mill of 1764. The wheel still turns, and the bakery beside it opens at six. Keys are in a box at the entrance.',
      },
      {
        locale: 'de',
        markdown:
          'Wohnungen und Zimmer in einer Mühle von 1764. Das Rad dreht sich noch, und die Bäckerei nebenan öffnet um sechs. Die Schlüssel liegen in einem Kasten am Eingang.',
      },
      {
        locale: 'fr',
        markdown:
          'Des appartements et des chambres dans un moulin de 1764. La roue tourne toujours, et la boulangerie voisine ouvre à six heures. Les clés sont dans une boîte à l’entrée.',
      },
      {
        locale: 'es',
        markdown:
          'Apartamentos y habitaciones en un molino de 1764. La rueda sigue girando y la panadería de al lado abre a las seis. Las llaves están en una caja en la entrada.',
      },
      {
        locale: 'it',
        markdown:
          'Appartamenti e camere in un mulino del 1764. La ruota gira ancora e il panificio accanto apre alle sei. Le chiavi sono in una cassetta all’ingresso.',
      },
      {
        locale: 'nl',
        markdown:
          'Appartementen en kamers in een molen uit 1764. Het rad draait nog, en de bakkerij ernaast opent om zes uur. De sleutels liggen in een kastje bij de ingang.',
      },
    ],
  },
  'Forest Cabins': {
    kind: 'campsite',
    address: { street: null, locality: 'Hofstetten', region: 'Bern', postalCode: '3858', country: 'CH' },
    geo: { lat: 46.7561, lng: 8.0717, show: 'area' },
    checkInFrom: '15:00',
    checkInUntil: '20:00',
    checkOutUntil: '10:00',
    amenities: ['parking_free', 'bicycle_storage', 'barbecue', 'fire_pit'],
    houseRules: {
      pets: true,
      smoking: false,
      parties: null,
      quietFrom: '21:00',
      quietUntil: '07:00',
      minAge: null,
      selfCheckIn: null,
    },
    descriptions: [
      {
        locale: 'en',
        markdown:
          'Cabins in a nature reserve, each with its own clearing. There is no reception: the warden comes at six.',
      },
      {
        locale: 'de',
        markdown:
          'Hütten in einem Naturschutzgebiet, jede mit ihrer eigenen Lichtung. Es gibt keine Rezeption: Der Hüttenwart kommt um sechs.',
      },
      {
        locale: 'fr',
        markdown:
          'Des chalets dans une réserve naturelle, chacun avec sa propre clairière. Il n’y a pas de réception : le gardien passe à six heures.',
      },
      {
        locale: 'es',
        markdown:
          'Cabañas en una reserva natural, cada una con su propio claro. No hay recepción: el guarda pasa a las seis.',
      },
      {
        locale: 'it',
        markdown:
          'Baite in una riserva naturale, ognuna con la sua radura. Non c’è una reception: il custode passa alle sei.',
      },
      {
        locale: 'nl',
        markdown:
          'Hutten in een natuurgebied, elk met een eigen open plek. Er is geen receptie: de beheerder komt om zes uur.',
      },
    ],
  },
  'Harbour House': {
    kind: 'guesthouse',
    address: { street: null, locality: 'Onomichi', region: 'Hiroshima', postalCode: null, country: 'JP' },
    geo: { lat: 34.40901, lng: 133.20502, show: 'area' },
    checkInFrom: '15:00',
    checkInUntil: '21:00',
    checkOutUntil: '10:00',
    amenities: ['wifi', 'breakfast'],
    descriptions: [
      {
        locale: 'en',
        markdown: 'An old shipping office at the quay, where the ferries leave.',
      },
      {
        locale: 'de',
        markdown: 'Ein altes Reedereikontor am Kai, wo die Fähren ablegen.',
      },
      {
        locale: 'fr',
        markdown: 'Un ancien bureau maritime sur le quai d’où partent les ferries.',
      },
      {
        locale: 'es',
        markdown: 'Una antigua oficina naviera en el muelle del que zarpan los ferris.',
      },
      {
        locale: 'it',
        markdown: 'Un vecchio ufficio marittimo sul molo da cui partono i traghetti.',
      },
      {
        locale: 'nl',
        markdown: 'Een oud rederijkantoor aan de kade waar de veerboten vertrekken.',
      },
    ],
  },
  'Alpine Rooms': {
    kind: 'guesthouse',
    address: { street: null, locality: 'Galtür', region: 'Tyrol', postalCode: '6563', country: 'AT' },
    geo: { lat: 46.96842, lng: 10.18705, show: 'area' },
    checkInFrom: '15:00',
    checkInUntil: '20:00',
    checkOutUntil: '10:00',
    amenities: ['wifi', 'parking_free', 'breakfast'],
    descriptions: [
      {
        locale: 'en',
        markdown:
          'Four rooms above the village, run by a family that answers every request itself. The bus to the lifts stops outside.',
      },
      {
        locale: 'de',
        markdown:
          'Vier Zimmer über dem Dorf, geführt von einer Familie, die jede Anfrage selbst beantwortet. Der Bus zu den Liften hält vor der Tür.',
      },
      {
        locale: 'fr',
        markdown:
          'Quatre chambres au-dessus du village, tenues par une famille qui répond elle-même à chaque demande. Le bus pour les remontées s’arrête devant la porte.',
      },
      {
        locale: 'es',
        markdown:
          'Cuatro habitaciones sobre el pueblo, a cargo de una familia que responde ella misma a cada solicitud. El autobús a los remontes para delante de la puerta.',
      },
      {
        locale: 'it',
        markdown:
          'Quattro camere sopra il paese, gestite da una famiglia che risponde di persona a ogni richiesta. L’autobus per gli impianti ferma davanti alla porta.',
      },
      {
        locale: 'nl',
        markdown:
          'Vier kamers boven het dorp, van een familie die elke aanvraag zelf beantwoordt. De bus naar de liften stopt voor de deur.',
      },
    ],
  },
  'Quiet Valley': {
    descriptions: [
      {
        locale: 'en',
        markdown:
          'A small house at the end of the road, with meadows on three sides. The nearest shop is in the next village, twenty minutes on foot.',
      },
      {
        locale: 'de',
        markdown:
          'Ein kleines Haus am Ende der Straße, auf drei Seiten von Wiesen umgeben. Der nächste Laden liegt im Nachbardorf, zwanzig Minuten zu Fuß.',
      },
      {
        locale: 'fr',
        markdown:
          'Une petite maison au bout de la route, entourée de prairies sur trois côtés. Le magasin le plus proche est au village voisin, à vingt minutes à pied.',
      },
      {
        locale: 'es',
        markdown:
          'Una casa pequeña al final de la carretera, con prados por tres lados. La tienda más cercana está en el pueblo vecino, a veinte minutos a pie.',
      },
      {
        locale: 'it',
        markdown:
          'Una piccola casa in fondo alla strada, con prati su tre lati. Il negozio più vicino è nel paese accanto, a venti minuti a piedi.',
      },
      {
        locale: 'nl',
        markdown:
          'Een klein huis aan het einde van de weg, met weiden aan drie kanten. De dichtstbijzijnde winkel is in het volgende dorp, twintig minuten lopen.',
      },
    ],
  },
  'Closed for the Season': {
    descriptions: [
      {
        locale: 'en',
        markdown: 'A guesthouse beside the ski lift. It opens with the first snow and closes after Easter.',
      },
      {
        locale: 'de',
        markdown:
          'Eine Pension neben dem Skilift. Sie öffnet mit dem ersten Schnee und schließt nach Ostern.',
      },
      {
        locale: 'fr',
        markdown: 'Une pension à côté du téléski. Elle ouvre aux premières neiges et ferme après Pâques.',
      },
      {
        locale: 'es',
        markdown:
          'Una casa de huéspedes junto al telesquí. Abre con la primera nieve y cierra después de Semana Santa.',
      },
      {
        locale: 'it',
        markdown: 'Una pensione accanto allo skilift. Apre con la prima neve e chiude dopo Pasqua.',
      },
      {
        locale: 'nl',
        markdown: 'Een pension naast de skilift. Het gaat open bij de eerste sneeuw en sluit na Pasen.',
      },
    ],
  },
  'Sandbox House': {
    descriptions: [
      {
        locale: 'en',
        markdown:
          'A house for trying things out: bookings, payments and apps work as anywhere else, but no one arrives and no money moves.',
      },
      {
        locale: 'de',
        markdown:
          'Ein Haus zum Ausprobieren: Buchungen, Zahlungen und Apps funktionieren wie überall, aber niemand reist an und es fließt kein Geld.',
      },
      {
        locale: 'fr',
        markdown:
          'Une maison pour faire des essais : réservations, paiements et applications fonctionnent comme ailleurs, mais personne n’arrive et aucun argent ne circule.',
      },
      {
        locale: 'es',
        markdown:
          'Una casa para hacer pruebas: las reservas, los pagos y las aplicaciones funcionan como en cualquier otra, pero no llega nadie ni se mueve dinero.',
      },
      {
        locale: 'it',
        markdown:
          'Una casa per fare prove: prenotazioni, pagamenti e app funzionano come altrove, ma non arriva nessuno e non si muove denaro.',
      },
      {
        locale: 'nl',
        markdown:
          'Een huis om dingen uit te proberen: boekingen, betalingen en apps werken zoals overal, maar er komt niemand en er beweegt geen geld.',
      },
    ],
  },
};

/** The same for unit types. */
export const UNIT_TYPE_CONTENT: Readonly<Record<string, UnitTypeContent>> = {
  'Lake View Double': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'double', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 24,
    amenities: ['balcony', 'view_lake', 'private_bathroom', 'hair_dryer'],
  },
  'Garden Family Suite': {
    kind: 'room',
    bedrooms: 2,
    beds: [
      { type: 'king', count: 1, bedroom: 1 },
      { type: 'single', count: 2, bedroom: 2 },
    ],
    bathrooms: 1,
    areaM2: 48,
    amenities: ['terrace', 'garden', 'private_bathroom', 'crib', 'high_chair'],
  },
  'The Boathouse': {
    kind: 'entire_place',
    bedrooms: 1,
    beds: [{ type: 'queen', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 30,
    amenities: ['view_lake', 'terrace', 'kitchenette', 'private_entrance'],
  },
  'Miller Apartment': {
    kind: 'entire_place',
    bedrooms: 2,
    beds: [
      { type: 'double', count: 1, bedroom: 1 },
      { type: 'bunk', count: 1, bedroom: 2 },
    ],
    bathrooms: 1,
    areaM2: 62,
    amenities: ['kitchen', 'dishwasher', 'oven', 'private_bathroom'],
  },
  'Granary Loft': {
    kind: 'entire_place',
    bedrooms: 1,
    beds: [
      { type: 'double', count: 1, bedroom: 1 },
      { type: 'sofa', count: 1, bedroom: null },
    ],
    bathrooms: 1,
    areaM2: 45,
    amenities: ['kitchenette', 'view_mountain', 'private_bathroom'],
  },
  'Wheel Room': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'single', count: 2, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 16,
    amenities: ['ground_floor', 'private_bathroom'],
  },
  'Spruce Cabin': {
    kind: 'entire_place',
    bedrooms: 2,
    beds: [
      { type: 'double', count: 1, bedroom: 1 },
      { type: 'single', count: 2, bedroom: 2 },
    ],
    bathrooms: 1,
    areaM2: 55,
    amenities: ['kitchen', 'fireplace', 'sauna', 'terrace'],
  },
  'Tatami Room': {
    kind: 'room',
    beds: [{ type: 'futon', count: 3, bedroom: null }],
    bathrooms: 1,
    areaM2: 20,
    amenities: ['private_bathroom', 'view_sea'],
  },
  'Captain Suite': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'king', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 46,
    amenities: ['private_bathroom', 'terrace', 'view_sea'],
  },
  'Mountain Room': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'double', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 19,
    amenities: ['private_bathroom', 'view_mountain'],
  },
};
