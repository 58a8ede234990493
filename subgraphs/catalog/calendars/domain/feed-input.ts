import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isName } from '#kit/names.ts';
import { MAX_FEED_NAME, MAX_FEED_URL, MAX_UNITS } from '#schema/limits.ts';
import { readFeedUrl } from './feed-url.ts';

/** Feed fields given in the input; omitted fields stay unchanged. */
export interface GivenFeed {
  readonly name?: string | null;
  readonly url?: string | null;
  readonly units?: number | null;
  readonly holdBackUnits?: number | null;
}

export interface FeedMistake {
  readonly field: string;
  readonly message: string;
  /** Default: `INVALID`. */
  readonly code?: 'CARD_DATA';
}

/** The given columns of a feed, with a normalized address, and any errors. */
export function readGivenFeed(given: GivenFeed, allowHttp: boolean) {
  const { name, url, units, holdBackUnits } = given;
  const address = url == null ? null : readFeedUrl(url, allowHttp);
  const mistakes: FeedMistake[] = [];
  if (name != null && !isName(name, MAX_FEED_NAME))
    mistakes.push({ field: 'name', message: `The name must have 1 to ${MAX_FEED_NAME} visible characters.` });
  if (hasCardNumber(name ?? '')) mistakes.push({ field: 'name', message: CARD_REFUSAL, code: 'CARD_DATA' });
  if (url != null && address === null)
    mistakes.push({
      field: 'url',
      message: `The address must be an https or webcal link of at most ${MAX_FEED_URL} characters, as the other platform shows it.`,
    });
  if (units != null && !isWithin(units, 1))
    mistakes.push({ field: 'units', message: `An event can take 1 to ${MAX_UNITS} units.` });
  if (holdBackUnits != null && !isWithin(holdBackUnits, 0))
    mistakes.push({ field: 'holdBackUnits', message: `Hold back 0 to ${MAX_UNITS} units.` });
  const columns = {
    ...(name == null ? {} : { name: name.trim() }),
    ...(units == null ? {} : { units }),
    ...(holdBackUnits == null ? {} : { holdBackUnits }),
  };
  return { columns, address, mistakes };
}

const isWithin = (units: number, least: number) => units >= least && units <= MAX_UNITS;
