/** Every limit that more than one place needs to know. Lengths are UTF-16 units, as JavaScript and JSON Schema count them. */

/** Lines of a checkout. */
export const MAX_LINES = 20;
/** Units of one line, and of a search. */
export const MAX_UNITS = 100;
/** Adults, and children, of one party. */
export const MAX_PARTY = 999;
/** Characters of an item id. */
export const MAX_ITEM_ID = 255;
/** Characters of a guest's first name, and of the last name. */
export const MAX_NAME = 100;
/** Characters of a phone number. */
export const MAX_PHONE = 40;
/** Ids of one look-up. */
export const MAX_LOOKUP_IDS = 50;
/** Offers of a page of search results. */
export const MAX_PAGE = 100;
/** Characters of a text searched for. */
export const MAX_QUERY = 200;
/** Entries that one filter of a search lists. */
export const MAX_FILTER_ENTRIES = 50;
/** Kilometres around a point that a search looks at: at least, at most. */
export const NEAREST_KM = 0.1;
export const FARTHEST_KM = 500;
/** Guests of a lodging session, and of a stay of one. */
export const MAX_STAY_GUESTS = 100;
/** Characters of the purpose of a trip. */
export const MAX_TRAVEL_PURPOSE = 100;
/** Years a guest is old at most. */
export const MAX_AGE = 130;
/** Characters of an idempotency key. */
export const MAX_IDEMPOTENCY_KEY = 255;
/** Nights of a stay. */
export const LONGEST_STAY = 365;
/** Days from today on which a stay may start: the nights on sale. */
export const HORIZON_DAYS = 730;
/** Nights of a range that is read or written at once: from today to the horizon. */
export const MAX_RANGE = HORIZON_DAYS + 1;
/** Unit types, and rules, of one change of rates by rules. */
export const MAX_RATE_RULES = 20;
/** Changed nights that are listed at once. */
export const MAX_RATE_CHANGES = 1_000;
/** Nights of a property's occupancy that are read at once. */
export const MAX_OCCUPANCY = 31;
/** Bytes of a request's body, where a route has no limit of its own. */
export const MAX_BODY = 64 * 1024;
/** Characters of the id that a task or a booking has where it comes from. */
export const MAX_EXTERNAL_ID = 128;
/** E-mail addresses of a contact, phone numbers, and tags. */
export const MAX_CONTACT_LIST = 20;
/** Units that one request names. */
export const MAX_UNIT_IDS = 100;
/** Characters of the reason why a version is rejected. */
export const MAX_REVIEW_REASON = 2_000;
/** Hours that a built-in payment method may hold a booking for: two weeks. */
export const MAX_HOLD_HOURS = 336;
/** Characters of what a guest reads about a payment method. */
export const MAX_INSTRUCTIONS = 2_000;
/** Widths in pixels that photos are kept in, smallest first; none is wider than its upload. */
export const MEDIA_WIDTHS = [320, 800, 1600, 2400] as const;
/** Bytes of an uploaded photo. */
export const MAX_MEDIA_BYTES = 20_000_000;
/** Pixels of an uploaded photo, width times height. */
export const MAX_MEDIA_PIXELS = 50_000_000;
/** Pixels along one side of it. */
export const MAX_MEDIA_SIDE = 20_000;
/** Photos of a property, and of a unit type. */
export const MAX_PHOTOS = 50;
/** Characters of a photo's description for those who cannot see it. */
export const MAX_ALT = 250;
/** Characters of what a guest writes with a request to book, and of the note with which one is declined. */
export const MAX_REQUEST_TEXT = 2_000;
/** Questions that a storefront asks with a request to book. */
export const MAX_QUESTIONS = 5;
/** Characters of such a question, choices of it, and characters of a choice. */
export const MAX_REQUEST_QUESTION = 200;
export const MAX_CHOICES = 10;
export const MAX_REQUEST_CHOICE = 100;
/** Characters of an answer to one. */
export const MAX_REQUEST_ANSWER = 500;
/** Requests to book that an address may send to a storefront in an hour. */
export const MAX_REQUESTS_AN_HOUR = 5;
/** Bytes of a calendar that is read, and its events; instances of one that recurs, and of all together. */
export const MAX_FEED_BYTES = 1_000_000;
export const MAX_FEED_EVENTS = 2_000;
export const MAX_FEED_INSTANCES = 400;
export const MAX_FEED_SPANS = 10_000;
/** Calendars that an event may come through. */
export const MAX_FEED_PATH = 32;
/** Connections of a team to channels, rooms that one maps, and characters of an id that a channel gives. */
export const MAX_CONNECTIONS = 100;
export const MAX_CHANNEL_ROOMS = 200;
export const MAX_CHANNEL_ID = 128;
/** Rates that a channel names of a room; basis points, minor units and rounding that change its prices there. */
export const MAX_CHANNEL_RATES = 20;
export const LEAST_MODIFIER_BP = -5_000;
export const MOST_MODIFIER_BP = 30_000;
export const MAX_MODIFIER_AMOUNT = 100_000_000;
export const MAX_MODIFIER_ROUND = 100_000;
/** Days ahead that a channel is told of unless its app says otherwise; changes and bytes of a message to it. */
export const CHANNEL_HORIZON = 500;
export const MAX_CHANNEL_CHANGES = 1_000;
export const MAX_CHANNEL_MESSAGE_BYTES = 512 * 1024;
/** Nights of a channel's copy that are compared at once, and differences that are listed. */
export const COMPARED_NIGHTS = 31;
export const MAX_DIFFERENCES = 200;
/** Units of a night that a connection keeps back at most, and full refreshes that may be asked for in an hour. */
export const MAX_KEPT_BACK = 100;
export const MAX_CHANNEL_SYNCS = 4;
/** Taxes, and fees, of a channel's reservation, and characters of what one is called. */
export const MAX_CHANNEL_CHARGES = 20;
export const MAX_CHARGE_LABEL = 100;
/** Characters of the notes of one. */
export const MAX_CHANNEL_NOTES = 4_000;
/** Feeds of a unit type, characters of a feed's name and of its address. */
export const MAX_FEEDS = 10;
export const MAX_FEED_NAME = 80;
export const MAX_FEED_URL = 2_000;
/** Characters of a description of a property or a unit type, its languages, and the licences of a property. */
export const MAX_DESCRIPTION = 10_000;
export const MAX_DESCRIPTION_LANGUAGES = 20;
export const MAX_LICENCES = 20;
/** Characters of a listing's tagline, of its description and of what is new; its categories, languages and pictures. */
export const MAX_TAGLINE = 80;
export const MAX_LISTING_TEXT = 5_000;
export const MAX_CATEGORIES = 3;
export const MAX_LISTING_LANGUAGES = 20;
export const MAX_GALLERY = 8;
/** Pictures that an app keeps for its listing, shown or not, and bytes of one. */
export const MAX_LISTING_MEDIA = 40;
export const MAX_LISTING_MEDIA_BYTES = 10_000_000;
/** Widths in pixels that icons, and pictures of a gallery, are kept in. */
export const ICON_WIDTHS = [128, 512] as const;
export const GALLERY_WIDTHS = [800, 1600] as const;
/** Bytes of all settings of an install with their keys, and values saved at once. */
export const MAX_SETTINGS_BYTES = 64 * 1024;
export const MAX_SETTING_VALUES = 50;
/** Characters of a message in a conversation, and of what the conversation is about. */
export const MAX_MESSAGE = 10_000;
export const MAX_SUBJECT = 200;
/** Files of a message, bytes of one, and characters of its name. */
export const MAX_ATTACHMENTS = 10;
export const MAX_ATTACHMENT_BYTES = 10_000_000;
export const MAX_ATTACHMENT_NAME = 255;
/** Characters of an address where one is fetched. */
export const MAX_ATTACHMENT_URL = 2_000;
/** Characters of the code of a message that was not delivered, and of the reason beside it. */
export const MAX_FAILURE_CODE = 64;
export const MAX_FAILURE_TEXT = 300;
/** Messages that an install may send in a minute, and in a day. */
export const MAX_MESSAGES_A_MINUTE = 60;
export const MAX_MESSAGES_A_DAY = 5_000;
/** Messages that a guest may write in a conversation in an hour. */
export const MAX_GUEST_MESSAGES_AN_HOUR = 30;

/** What apps add to one storefront, drafts included. */
export const MAX_PLACEMENTS = 100;
/** Frames of apps on a page, and scripts on a storefront's pages. */
export const MAX_PAGE_FRAMES = 3;
/** How long a frame has to load, in a guest's browser and when the platform looks at its address. */
export const FRAME_LOAD_MS = 5_000;
/** Looks at an address that browsers reported, and how many of them have to fail for it to be taken off the pages. */
export const INJECTION_LOADS = 10;
export const INJECTION_FAILURES = 5;
export const MAX_PAGE_SCRIPTS = 1;
/** Properties that one placement is left out of. */
export const MAX_OFF_PROPERTIES = 200;
/** Seconds that the session token of a frame is good for, and for which the same page has the same one. */
export const INJECTION_SESSION_S = 300;
export const INJECTION_WINDOW_S = 120;
/** Bytes of the settings of a placement, as JSON, that the session token of its frame has. */
export const MAX_TOKEN_SETTINGS_BYTES = 2_048;
/** Seconds for which guests' choice of what may be loaded is kept: 180 days. */
export const CONSENT_S = 15_552_000;
