/** Every limit needed in more than one place. Lengths are UTF-16 units, as in JavaScript and JSON Schema. */

/** Lines per checkout. */
export const MAX_LINES = 20;
/** How many of an extra one booking can have at most. */
export const MAX_EXTRAS = 99;
/** Units per line, and per search. */
export const MAX_UNITS = 100;
/** Adults, and children, in one party. */
export const MAX_PARTY = 999;
/** Characters in an item id. */
export const MAX_ITEM_ID = 255;
/** Characters in a guest's first name, and in the last name. */
export const MAX_NAME = 100;
/** Characters in the label of an entered booking's source. */
export const MAX_SOURCE_LABEL = 100;
/** Minor units in an agreed total, and in each agreed nightly price. */
export const MAX_AGREED_PRICE = 100_000_000_000;
/** Characters in the reason for an agreed price. */
export const MAX_PRICE_REASON = 200;
/** Characters in a team's note on a booking. */
export const MAX_BOOKING_NOTE = 2_000;
/** Characters in a legal name, and in the name and company of an invoice's recipient. */
export const MAX_LEGAL_NAME = 200;
/** Characters in a tax id or VAT number. */
export const MAX_TAX_ID = 50;
/** Characters and lines in an address on invoices. */
export const MAX_ADDRESS_BLOCK = 500;
export const MAX_ADDRESS_LINES = 8;
/** Characters in the reason for a credit note. */
export const MAX_CREDIT_REASON = 500;
/** Entries of a folio after which a person or an app can't add any. */
export const MAX_FOLIO_ENTRIES = 500;
/** Lines of an invoice. */
export const MAX_INVOICE_LINES = 500;
/** Characters in a phone number. */
export const MAX_PHONE = 40;
/** Ids per lookup. */
export const MAX_LOOKUP_IDS = 50;
/** Offers on a page of search results. */
export const MAX_PAGE = 100;
/** Characters in a search text. */
export const MAX_QUERY = 200;
/** Entries in one search filter. */
export const MAX_FILTER_ENTRIES = 50;
/** Smallest and largest search radius around a point, in kilometres. */
export const NEAREST_KM = 0.1;
export const FARTHEST_KM = 500;
/** Guests in a lodging session, and in each of its stays. */
export const MAX_STAY_GUESTS = 100;
/** Characters in a trip's purpose. */
export const MAX_TRAVEL_PURPOSE = 100;
/** Maximum age of a guest, in years. */
export const MAX_AGE = 130;
/** Photos per task. */
export const MAX_TASK_PHOTOS = 20;
/** Characters in an idempotency key. */
export const MAX_IDEMPOTENCY_KEY = 255;
/** Nights in a stay. */
export const LONGEST_STAY = 365;
/** Days from today on which a stay can start: the nights on sale. */
export const HORIZON_DAYS = 730;
/** Nights in a range read or written in one request: from today to the horizon. */
export const MAX_RANGE = HORIZON_DAYS + 1;
/** Unit types, and rules, in one rule-based rate change. */
export const MAX_RATE_RULES = 20;
/** Changed nights in one list. */
export const MAX_RATE_CHANGES = 1_000;
/** Nights of a property's occupancy per read. */
export const MAX_OCCUPANCY = 31;
/** Bytes in a request body, unless a route has its own limit. */
export const MAX_BODY = 64 * 1024;
/** Characters in a task's or booking's external id. */
export const MAX_EXTERNAL_ID = 128;
/** A contact's e-mail addresses, phone numbers, and tags. */
export const MAX_CONTACT_LIST = 20;
/** Units found by one search. */
export const MAX_FOUND_UNITS = 20;
/** Units in one request. */
export const MAX_UNIT_IDS = 100;
/** Characters in the reason for rejecting a version. */
export const MAX_REVIEW_REASON = 2_000;
/** Hours that a built-in payment method can hold a booking: two weeks. */
export const MAX_HOLD_HOURS = 336;
/** Characters in a payment method's instructions for guests. */
export const MAX_INSTRUCTIONS = 2_000;
/** Stored photo widths in pixels, smallest first; never wider than the upload. */
export const MEDIA_WIDTHS = [320, 800, 1600, 2400] as const;
/** Bytes in an uploaded photo. */
export const MAX_MEDIA_BYTES = 20_000_000;
/** Pixels in an uploaded photo, width times height. */
export const MAX_MEDIA_PIXELS = 50_000_000;
/** Pixels along an uploaded photo's longer side. */
export const MAX_MEDIA_SIDE = 20_000;
/** Photos per property, and per unit type. */
export const MAX_PHOTOS = 50;
/** Characters in a photo's description for people who can't see it. */
export const MAX_ALT = 250;
/** Characters in a guest's text with a request to book, and in the note when declining it. */
export const MAX_REQUEST_TEXT = 2_000;
/** Maximum length of a cancellation's reason. */
export const MAX_CANCEL_REASON = 500;
/**
 * Maximum characters in a site's tagline, about text and links; maximum number of links to profiles on other
 * sites.
 */
export const MAX_LOOK_TAGLINE = 120;
export const MAX_LOOK_ABOUT = 4_000;
export const MAX_LOOK_URL = 500;
export const MAX_STOREFRONT_THEMES = 30;
export const MAX_SOCIAL_LINKS = 12;
/** Questions in a storefront's request form. */
export const MAX_QUESTIONS = 5;
/** Characters in a question, choices per question, and characters in a choice. */
export const MAX_REQUEST_QUESTION = 200;
export const MAX_CHOICES = 10;
export const MAX_REQUEST_CHOICE = 100;
/** Characters in an answer to a question. */
export const MAX_REQUEST_ANSWER = 500;
/** Requests to book per hour from one address to one storefront. */
export const MAX_REQUESTS_AN_HOUR = 5;
/** Bytes and events in a calendar; instances per recurring event, and in total. */
export const MAX_FEED_BYTES = 1_000_000;
export const MAX_FEED_EVENTS = 2_000;
export const MAX_FEED_INSTANCES = 400;
export const MAX_FEED_SPANS = 10_000;
/** Calendars that an event can pass through. */
export const MAX_FEED_PATH = 32;
/** Channel connections per team, rooms mapped per connection, and characters in a channel's id. */
export const MAX_CONNECTIONS = 100;
export const MAX_CHANNEL_ROOMS = 200;
export const MAX_CHANNEL_ID = 128;
/** Rates that a channel lists per room; basis points, minor units and rounding in its price modifiers. */
export const MAX_CHANNEL_RATES = 20;
export const LEAST_MODIFIER_BP = -5_000;
export const MOST_MODIFIER_BP = 30_000;
export const MAX_MODIFIER_AMOUNT = 100_000_000;
export const MAX_MODIFIER_ROUND = 100_000;
/** Days ahead that a channel receives unless its app sets another horizon; changes and bytes per message. */
export const CHANNEL_HORIZON = 500;
export const MAX_CHANNEL_CHANGES = 1_000;
export const MAX_CHANNEL_MESSAGE_BYTES = 512 * 1024;
/** Nights compared with a channel's data in one request, and differences listed. */
export const COMPARED_NIGHTS = 31;
export const MAX_DIFFERENCES = 200;
/** Units per night that a connection can withhold, and full refreshes per hour. */
export const MAX_KEPT_BACK = 100;
export const MAX_CHANNEL_SYNCS = 4;
/** Taxes, and fees, in a channel's reservation, and characters in a label. */
export const MAX_CHANNEL_CHARGES = 20;
export const MAX_CHARGE_LABEL = 100;
/** Characters in a channel reservation's notes. */
export const MAX_CHANNEL_NOTES = 4_000;
/** Feeds per unit type, and characters in a feed's name and URL. */
export const MAX_FEEDS = 10;
export const MAX_FEED_NAME = 80;
export const MAX_FEED_URL = 2_000;
/** Characters in a property's or unit type's description, its languages, and a property's licences. */
export const MAX_DESCRIPTION = 10_000;
export const MAX_DESCRIPTION_LANGUAGES = 20;
export const MAX_LICENCES = 20;
/**
 * Characters in a listing's tagline, and in its description and release notes; its categories, languages and
 * pictures.
 */
export const MAX_TAGLINE = 80;
export const MAX_LISTING_TEXT = 5_000;
export const MAX_CATEGORIES = 3;
export const MAX_LISTING_LANGUAGES = 20;
export const MAX_GALLERY = 8;
/** Pictures an app stores for its listing, shown or not, and bytes in each. */
export const MAX_LISTING_MEDIA = 40;
export const MAX_LISTING_MEDIA_BYTES = 10_000_000;
/** Stored widths in pixels for icons, and for gallery pictures. */
export const ICON_WIDTHS = [128, 512] as const;
export const GALLERY_WIDTHS = [800, 1600] as const;
/** Bytes in all of an install's settings, including their keys, and values saved in one request. */
export const MAX_SETTINGS_BYTES = 64 * 1024;
export const MAX_SETTING_VALUES = 50;
/** Characters in a conversation's message, and in its subject. */
export const MAX_MESSAGE = 10_000;
export const MAX_SUBJECT = 200;
/** Attachments per message, bytes in each, and characters in its name. */
export const MAX_ATTACHMENTS = 10;
export const MAX_ATTACHMENT_BYTES = 10_000_000;
export const MAX_ATTACHMENT_NAME = 255;
/** Characters in an attachment's URL. */
export const MAX_ATTACHMENT_URL = 2_000;
/** Characters in a failed message's code, and in its reason. */
export const MAX_FAILURE_CODE = 64;
export const MAX_FAILURE_TEXT = 300;
/** Messages an install can send per minute, and per day. */
export const MAX_MESSAGES_A_MINUTE = 60;
export const MAX_MESSAGES_A_DAY = 5_000;
/** Messages a guest can write per hour in a conversation. */
export const MAX_GUEST_MESSAGES_AN_HOUR = 30;

/** Apps' placements on one storefront, including drafts. */
export const MAX_PLACEMENTS = 100;
/** Apps' frames per page, and scripts on a storefront's pages. */
export const MAX_PAGE_FRAMES = 3;
/** Time for a frame to load, both in a guest's browser and when the platform checks its URL. */
export const FRAME_LOAD_MS = 5_000;
/** Checks of a URL after browsers report it, and the number that must fail before it's removed from the pages. */
export const INJECTION_LOADS = 10;
export const INJECTION_FAILURES = 5;
export const MAX_PAGE_SCRIPTS = 1;
/** Properties excluded from one placement. */
export const MAX_OFF_PROPERTIES = 200;
/** Seconds a frame's session token is valid, and seconds during which a page gets the same token. */
export const INJECTION_SESSION_S = 300;
export const INJECTION_WINDOW_S = 120;
/** Bytes in a placement's settings, as JSON, included in its frame's session token. */
export const MAX_TOKEN_SETTINGS_BYTES = 2_048;
/** Seconds for which a guest's consent choice is stored: 180 days. */
export const CONSENT_S = 15_552_000;
/** How long a guest's language is stored, in seconds: 180 days. */
export const LANGUAGE_S = 15_552_000;

/** Days in a report by day, and in reports about taxes and payments. */
export const MAX_REPORT_DAYS = 400;
/** Years in any other report. */
export const MAX_REPORT_YEARS = 3;
/** Properties to which a report is limited. */
export const MAX_REPORT_PROPERTIES = 100;
/** Bookings changed since the sums for reports, which a report computes itself. */
export const MAX_REPORT_CHANGES = 20_000;
/** Bookings behind a report about taxes, and payments and refunds behind one about payments. */
export const MAX_REPORTED = 20_000;
/** Bookings or payments listed in a report's row. */
export const MAX_REPORT_DETAILS = 1_000;

/** An app's plans: their number, and the most that each of their fields can have. */
export const MAX_PLANS = 5;
export const MAX_PLAN_NAME = 80;
export const MAX_PLAN_DESCRIPTION = 500;
export const MAX_PLAN_FEATURES = 20;
export const MAX_PLAN_FEATURE = 120;
export const MAX_PLAN_USAGE = 10;
export const MAX_PLAN_INCLUDED = 1_000_000;
/** Largest amount in a plan, in minor units. */
export const MAX_PLAN_AMOUNT = 100_000_000;
export const MAX_TRIAL_DAYS = 60;
/** Units in a usage record, and an install's usage records in a calendar month. */
export const MAX_USAGE_QUANTITY = 1_000_000;
export const MAX_USAGE_RECORDS = 100_000;
/** Months in the operators' chart of charges for paid apps. */
export const MAX_REVENUE_MONTHS = 60;
