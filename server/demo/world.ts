/**
 * The demo world as data (docs/interface/operations.md#demo-world): the same ids and prices on every machine,
 * with dates relative to today. Ids follow the list order. Amounts are minor units, percentages basis points.
 */

type FeeBasis = 'per_stay' | 'per_night' | 'per_unit_per_stay' | 'per_guest_per_night';
type PolicyKind = 'terms_of_service' | 'privacy_policy' | 'refund_policy' | 'faq' | 'legal_notice';

export interface DemoProperty {
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly fees: readonly {
    readonly name: string;
    readonly basis: FeeBasis;
    readonly amount: number;
    readonly taxable: boolean;
  }[];
  readonly taxes: readonly (
    | {
        readonly name: string;
        readonly kind: 'percent';
        readonly basisPoints: number;
        readonly inclusive: boolean;
      }
    | {
        readonly name: string;
        readonly kind: 'per_adult_per_night';
        readonly amount: number;
        readonly inclusive: boolean;
      }
  )[];
  readonly unitTypes: readonly DemoUnitType[];
}

export interface DemoUnitType {
  readonly name: string;
  readonly description: string;
  readonly units: number;
  readonly maxGuests: number;
  readonly baseGuests: number;
  readonly rate: number;
  /** Added to the rate on Friday and Saturday nights. */
  readonly weekendExtra: number;
  readonly adultSupplement: number;
  readonly childSupplement: number;
  readonly weekDiscount?: number;
  readonly monthDiscount?: number;
  /** The calendar's restriction, in addition to the rates. */
  readonly restriction?: 'min_stay_3' | 'no_saturday_arrival' | 'stop_sold_week';
}

export interface DemoStorefront {
  readonly key: 'instant' | 'signed' | 'request' | 'off' | 'maintenance' | 'sandbox';
  readonly team: string;
  /** Host name without port. */
  readonly domain: string;
  readonly name: string;
  /** True for test bookings. */
  readonly sandbox?: boolean;
  readonly agentBookings: boolean;
  readonly instantBooking: boolean;
  readonly maintenance: boolean;
  readonly acp: 'none' | 'key' | 'signed';
  readonly policies: readonly { readonly kind: PolicyKind; readonly title: string; readonly text: string }[];
  readonly properties: readonly DemoProperty[];
}

const plain = {
  adultSupplement: 0,
  childSupplement: 0,
  weekendExtra: 0,
} as const;

const LAKESIDE: readonly DemoProperty[] = [
  {
    name: 'Lakeside Lodge',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    fees: [{ name: 'Final cleaning', basis: 'per_stay', amount: 4500, taxable: true }],
    taxes: [
      { name: 'VAT 3.8 % (included)', kind: 'percent', basisPoints: 380, inclusive: true },
      { name: 'Visitor tax', kind: 'per_adult_per_night', amount: 275, inclusive: false },
    ],
    unitTypes: [
      {
        name: 'Lake View Double',
        description:
          'A quiet double room with a balcony over the water. Breakfast is in the lodge from seven.',
        units: 8,
        maxGuests: 3,
        baseGuests: 2,
        rate: 18_900,
        weekendExtra: 2_500,
        adultSupplement: 4_000,
        childSupplement: 1_800,
      },
      {
        name: 'Garden Family Suite',
        description: 'Two rooms and a terrace to the garden. A week costs a tenth less, a month a fifth.',
        units: 5,
        maxGuests: 5,
        baseGuests: 3,
        rate: 26_500,
        weekendExtra: 3_000,
        adultSupplement: 3_500,
        childSupplement: 1_500,
        weekDiscount: 1_000,
        monthDiscount: 2_000,
      },
      {
        ...plain,
        name: 'The Boathouse',
        description: 'One cabin on stilts, the only one of its kind. The rowing boat below belongs to it.',
        units: 1,
        maxGuests: 2,
        baseGuests: 2,
        rate: 34_000,
      },
    ],
  },
  {
    name: 'Old Mill Apartments',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    fees: [
      { name: 'Linen', basis: 'per_night', amount: 650, taxable: false },
      { name: 'Firewood', basis: 'per_unit_per_stay', amount: 1_200, taxable: true },
    ],
    taxes: [{ name: 'Lodging tax 8.1 %', kind: 'percent', basisPoints: 810, inclusive: false }],
    unitTypes: [
      {
        ...plain,
        name: 'Miller Apartment',
        description: 'A kitchen, a stove and the sound of the wheel. Stays of three nights or more.',
        units: 4,
        maxGuests: 4,
        baseGuests: 2,
        rate: 15_500,
        adultSupplement: 2_500,
        childSupplement: 1_000,
        restriction: 'min_stay_3',
      },
      {
        ...plain,
        name: 'Granary Loft',
        description: 'Under the roof, with beams and a view of the village. No arrivals on Saturdays.',
        units: 3,
        maxGuests: 3,
        baseGuests: 2,
        rate: 17_200,
        adultSupplement: 2_500,
        childSupplement: 1_000,
        restriction: 'no_saturday_arrival',
      },
      {
        ...plain,
        name: 'Wheel Room',
        description: 'A small room beside the mill wheel. Closed for a week two months from now for repairs.',
        units: 6,
        maxGuests: 2,
        baseGuests: 2,
        rate: 9_900,
        restriction: 'stop_sold_week',
      },
    ],
  },
  {
    name: 'Forest Cabins',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    fees: [{ name: 'Nature reserve', basis: 'per_guest_per_night', amount: 150, taxable: false }],
    taxes: [{ name: 'Lodging tax 8.1 %', kind: 'percent', basisPoints: 810, inclusive: false }],
    unitTypes: [
      {
        ...plain,
        name: 'Spruce Cabin',
        description: 'A cabin for four among spruces, ten minutes on foot from the lake.',
        units: 10,
        maxGuests: 4,
        baseGuests: 4,
        rate: 21_000,
        weekendExtra: 4_000,
        weekDiscount: 500,
      },
      {
        ...plain,
        name: 'Tent on a Platform',
        description: 'Canvas, a real bed and a lantern. The washhouse is across the meadow.',
        units: 20,
        maxGuests: 2,
        baseGuests: 2,
        rate: 6_400,
      },
    ],
  },
];

const HARBOUR: readonly DemoProperty[] = [
  {
    name: 'Harbour House',
    timeZone: 'Asia/Tokyo',
    currency: 'JPY',
    fees: [{ name: 'Cleaning', basis: 'per_stay', amount: 3_000, taxable: true }],
    taxes: [
      { name: 'Consumption tax 10 %', kind: 'percent', basisPoints: 1_000, inclusive: false },
      { name: 'Accommodation tax', kind: 'per_adult_per_night', amount: 200, inclusive: false },
    ],
    unitTypes: [
      {
        ...plain,
        name: 'Tatami Room',
        description: 'Eight mats, a low table and a window to the ferries.',
        units: 6,
        maxGuests: 3,
        baseGuests: 2,
        rate: 14_800,
        adultSupplement: 4_000,
        childSupplement: 2_000,
      },
      {
        ...plain,
        name: 'Captain Suite',
        description: 'The top floor, with a bath that looks over the harbour.',
        units: 2,
        maxGuests: 4,
        baseGuests: 2,
        rate: 38_000,
        adultSupplement: 6_000,
        childSupplement: 3_000,
      },
    ],
  },
];

const small = (name: string, unitType: string): DemoProperty => ({
  name,
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  fees: [],
  taxes: [{ name: 'Lodging tax 10 %', kind: 'percent', basisPoints: 1_000, inclusive: false }],
  unitTypes: [
    {
      ...plain,
      name: unitType,
      description: 'A plain room in the mountains.',
      units: 4,
      maxGuests: 2,
      baseGuests: 2,
      rate: 12_000,
    },
  ],
});

const SANDBOX: DemoProperty = {
  name: 'Sandbox House',
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  fees: [{ name: 'Final cleaning', basis: 'per_stay', amount: 3_000, taxable: true }],
  taxes: [{ name: 'Lodging tax 10 %', kind: 'percent', basisPoints: 1_000, inclusive: false }],
  unitTypes: [
    {
      ...plain,
      name: 'Sandbox Room',
      description: 'A room for trying things out: no one pays, and no one comes.',
      units: 4,
      maxGuests: 2,
      baseGuests: 2,
      rate: 12_000,
    },
    {
      ...plain,
      name: 'Sandbox Suite',
      description: 'Room for a family of test guests. It costs more on Friday and Saturday nights.',
      units: 2,
      maxGuests: 4,
      baseGuests: 2,
      rate: 21_000,
      weekendExtra: 3_000,
      adultSupplement: 3_000,
      childSupplement: 1_500,
    },
  ],
};

const POLICIES = [
  {
    kind: 'terms_of_service',
    title: 'Terms of stay',
    text: 'Check-in is from 15:00, check-out until 11:00.\n\nA booking is held for two hours and confirmed once it is paid.',
  },
  {
    kind: 'privacy_policy',
    title: 'Privacy',
    text: 'We use your name and email address only for your booking.',
  },
  {
    kind: 'refund_policy',
    title: 'Refunds',
    text: 'You can cancel free of charge until seven days before check-in. After that, you pay for the first night.',
  },
  {
    kind: 'faq',
    title: 'Questions',
    text: 'Dogs are welcome in the Forest Cabins.\n\nParking is free at every property.',
  },
  {
    kind: 'legal_notice',
    title: 'Imprint',
    text: 'Lakeside Stays Ltd, 1 Example Street, Example Town.\n\nThis company and its address are made up.',
  },
] as const;

export const STOREFRONTS: readonly DemoStorefront[] = [
  {
    key: 'instant',
    team: 'lakeside',
    domain: 'lakeside.localhost',
    name: 'Lakeside Stays',
    agentBookings: true,
    instantBooking: true,
    maintenance: false,
    acp: 'key',
    policies: POLICIES,
    properties: LAKESIDE,
  },
  {
    key: 'signed',
    team: 'harbour',
    domain: 'harbour.localhost',
    name: 'Harbour House',
    agentBookings: true,
    instantBooking: true,
    maintenance: false,
    acp: 'signed',
    policies: [],
    properties: HARBOUR,
  },
  {
    key: 'request',
    team: 'alpine',
    domain: 'alpine.localhost',
    name: 'Alpine Rooms',
    agentBookings: true,
    instantBooking: false,
    maintenance: false,
    acp: 'none',
    policies: POLICIES.filter(({ kind }) => kind !== 'faq' && kind !== 'legal_notice'),
    properties: [small('Alpine Rooms', 'Mountain Room')],
  },
  {
    key: 'off',
    team: 'quiet',
    domain: 'quiet.localhost',
    name: 'Quiet Valley',
    agentBookings: false,
    instantBooking: true,
    maintenance: false,
    acp: 'none',
    policies: [],
    properties: [small('Quiet Valley', 'Valley Room')],
  },
  {
    key: 'maintenance',
    team: 'closed',
    domain: 'closed.localhost',
    name: 'Closed for the Season',
    agentBookings: true,
    instantBooking: true,
    maintenance: true,
    acp: 'none',
    policies: [],
    properties: [small('Closed for the Season', 'Winter Room')],
  },
  // The developer's own team, where apps can be tried without real money.
  {
    key: 'sandbox',
    team: 'devteam',
    domain: 'sandbox.localhost',
    name: 'Sandbox Stays',
    sandbox: true,
    agentBookings: true,
    instantBooking: true,
    maintenance: false,
    acp: 'none',
    policies: [],
    properties: [SANDBOX],
  },
];

/** Cancellation terms for all storefronts' stays. */
export const CANCELLATION = {
  name: 'Moderate',
  terms: {
    tiers: [
      { hoursBefore: 168, refundPercent: 100, feeNights: null, feeAmount: null },
      { hoursBefore: 24, refundPercent: 50, feeNights: null, feeAmount: null },
    ],
    afterLast: { refundPercent: 0, feeNights: null, feeAmount: null },
    timeOfDay: '18:00',
  },
} as const;

/** Teams in id order. */
export const TEAMS = [
  { slug: 'lakeside', name: 'Lakeside Stays' },
  { slug: 'harbour', name: 'Harbour House' },
  { slug: 'alpine', name: 'Alpine Rooms' },
  { slug: 'quiet', name: 'Quiet Valley' },
  { slug: 'closed', name: 'Closed for the Season' },
  { slug: 'devteam', name: 'Developer Team' },
] as const;

export const ACCOUNTS = [
  {
    key: 'host',
    email: 'host@demo.test',
    name: 'Hanna Host',
    teams: ['lakeside', 'harbour'],
    operator: false,
    pat: true,
  },
  {
    key: 'developer',
    email: 'developer@demo.test',
    name: 'Dev Eloper',
    teams: ['devteam'],
    operator: false,
    pat: true,
  },
  {
    key: 'outsider',
    email: 'outsider@demo.test',
    name: 'Otto Outsider',
    teams: ['alpine'],
    operator: false,
    pat: true,
  },
  {
    key: 'operator',
    email: 'operator@demo.test',
    name: 'Olive Operator',
    teams: [],
    operator: true,
    pat: false,
  },
] as const;
