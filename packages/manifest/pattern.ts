/**
 * Patterns for settings: only literals, `.`, classes, groups, `|`, `?`, `*`, `+` and `{n,m}`, as in RE2.
 * Matching takes time proportional to the length of the text, so an app can't make saving slow; `RegExp`
 * can't guarantee that, because it backtracks.
 */
type Node =
  | { readonly kind: 'one'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly ways: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

/**
 * Maximum number of steps in a pattern after its repetitions are expanded, which is the cost of matching each
 * character.
 */
const MOST_STEPS = 1_000;
const LONGEST_COUNT = 1_000;
const DEEPEST = 20;

class NotAPattern extends Error {}

/** Compiles a pattern that matches whole texts; null if it's invalid or too large. */
export function readPattern(source: string): ((text: string) => boolean) | null {
  try {
    const node = new Reader([...source]).whole();
    const steps = stepsOf(node);
    return (text) => isMatch(steps, text);
  } catch (error) {
    if (error instanceof NotAPattern) return null;
    throw error;
  }
}

const DIGIT = (one: string) => one >= '0' && one <= '9';
const WORD = (one: string) => /^\w$/.test(one);
const SPACE = (one: string) => /^[\t\n\f\r ]$/.test(one);
const CLASSES: Readonly<Record<string, (one: string) => boolean>> = {
  d: DIGIT,
  D: (one) => !DIGIT(one),
  w: WORD,
  W: (one) => !WORD(one),
  s: SPACE,
  S: (one) => !SPACE(one),
};

class Reader {
  readonly #source: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: readonly string[]) {
    this.#source = source;
  }

  /** `^` and `$` around a pattern have no effect, because it always matches the whole text. */
  whole(): Node {
    this.#accept('^');
    const node = this.#ways();
    this.#accept('$');
    if (this.#at < this.#source.length) throw new NotAPattern();
    return node;
  }

  #accept(one: string): boolean {
    if (this.#source[this.#at] !== one) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const one = this.#source[this.#at];
    if (one === undefined) throw new NotAPattern();
    this.#at += 1;
    return one;
  }

  #ways(): Node {
    const ways = [this.#sequence()];
    while (this.#accept('|')) ways.push(this.#sequence());
    return { kind: 'any', ways };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    for (;;) {
      const one = this.#source[this.#at];
      const isEnd = one === '$' && this.#at === this.#source.length - 1;
      if (one === undefined || one === '|' || one === ')' || isEnd) return { kind: 'all', parts };
      parts.push(this.#repeated());
    }
  }

  #repeated(): Node {
    const part = this.#atom();
    const [least, most] = this.#count();
    return least === 1 && most === 1 ? part : { kind: 'repeat', part, least, most };
  }

  #count(): readonly [least: number, most: number] {
    if (this.#accept('?')) return [0, 1];
    if (this.#accept('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#accept('+')) return [1, Number.POSITIVE_INFINITY];
    if (!this.#accept('{')) return [1, 1];
    const least = this.#number();
    if (this.#accept('}')) return [least, least];
    if (!this.#accept(',')) throw new NotAPattern();
    if (this.#accept('}')) return [least, Number.POSITIVE_INFINITY];
    const most = this.#number();
    if (!this.#accept('}') || most < least) throw new NotAPattern();
    return [least, most];
  }

  #number(): number {
    let digits = '';
    while (DIGIT(this.#source[this.#at] ?? '')) digits += this.#next();
    const count = Number(digits);
    if (digits === '' || count > LONGEST_COUNT) throw new NotAPattern();
    return count;
  }

  #atom(): Node {
    const one = this.#next();
    if (one === '(') return this.#group();
    if (one === '[') return { kind: 'one', takes: this.#class() };
    if (one === '.') return { kind: 'one', takes: (given) => given !== '\n' };
    if (one === '\\') return { kind: 'one', takes: this.#escape() };
    if ('*+?{}$^)]'.includes(one)) throw new NotAPattern();
    return { kind: 'one', takes: (given) => given === one };
  }

  #group(): Node {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new NotAPattern();
    if (this.#accept('?') && !this.#accept(':')) throw new NotAPattern();
    const node = this.#ways();
    if (!this.#accept(')')) throw new NotAPattern();
    this.#depth -= 1;
    return node;
  }

  #escape(): (one: string) => boolean {
    const one = this.#next();
    const known = CLASSES[one];
    if (known) return known;
    const literal = this.#literal(one);
    return (given) => given === literal;
  }

  /**
   * Returns an escaped character, or a tab or line feed for `t` and `n`; throws `NotAPattern` for any other
   * letter or digit.
   */
  #literal(one: string): string {
    if (one === 't') return '\t';
    if (one === 'n') return '\n';
    if (/[A-Za-z0-9]/.test(one)) throw new NotAPattern();
    return one;
  }

  #class(): (one: string) => boolean {
    const isNot = this.#accept('^');
    const members: ((one: string) => boolean)[] = [];
    for (let first = true; first || !this.#accept(']'); first = false) {
      const one = this.#next();
      if (one === '[' || (one === ']' && first)) throw new NotAPattern();
      const escaped = one === '\\' ? this.#next() : null;
      const known = escaped === null ? undefined : CLASSES[escaped];
      if (known) {
        members.push(known);
        continue;
      }
      const from = escaped === null ? one : this.#literal(escaped);
      const to = this.#rangeEnd(from);
      members.push(within(from, to));
    }
    return (given) => members.some((takes) => takes(given)) !== isNot;
  }

  #rangeEnd(from: string): string {
    if (this.#source[this.#at] !== '-' || this.#source[this.#at + 1] === ']') return from;
    this.#at += 1;
    const one = this.#next();
    const to = one === '\\' ? this.#literal(this.#next()) : one;
    if ((to.codePointAt(0) ?? 0) < (from.codePointAt(0) ?? 0)) throw new NotAPattern();
    return to;
  }
}

/** Compares code points as in RE2, because UTF-16 sorts some letters differently. */
function within(from: string, to: string): (one: string) => boolean {
  const [least = 0, most = 0] = [from.codePointAt(0), to.codePointAt(0)];
  return (one) => (one.codePointAt(0) ?? -1) >= least && (one.codePointAt(0) ?? -1) <= most;
}

/** A step consumes a character and continues, or continues in several places in parallel. */
type Step =
  | { readonly takes: (character: string) => boolean; readonly to: number }
  | { readonly goTo: readonly number[] };

/** Compiles a pattern to steps; the last step marks its end. */
function stepsOf(node: Node): readonly Step[] {
  const steps: Step[] = [{ goTo: [] }];
  const add = (step: Step): number => {
    if (steps.length > MOST_STEPS) throw new NotAPattern();
    steps.push(step);
    return steps.length - 1;
  };
  /**
   * Adds the steps for a part, working backwards from the position that follows it, and returns the position
   * where they begin.
   */
  const before = (part: Node, to: number): number => {
    if (part.kind === 'one') return add({ takes: part.takes, to });
    if (part.kind === 'all') return part.parts.reduceRight((next, one) => before(one, next), to);
    if (part.kind === 'any') return add({ goTo: part.ways.map((way) => before(way, to)) });
    let next = to;
    if (part.most === Number.POSITIVE_INFINITY) {
      const goTo: number[] = [];
      const again = add({ goTo });
      goTo.push(before(part.part, again), to);
      next = again;
    } else {
      for (let more = part.least; more < part.most; more += 1) {
        next = add({ goTo: [before(part.part, next), to] });
      }
    }
    for (let due = 0; due < part.least; due += 1) next = before(part.part, next);
    return next;
  };
  const start = before(node, 0);
  return [...steps, { goTo: [start] }];
}

/** Follows all paths in parallel. */
function isMatch(steps: readonly Step[], text: string): boolean {
  let reached = closure(steps, [steps.length - 1]);
  for (const character of text) {
    const next: number[] = [];
    for (const at of reached) {
      const step = steps[at];
      if (step && 'takes' in step && step.takes(character)) next.push(step.to);
    }
    reached = closure(steps, next);
    if (reached.size === 0) return false;
  }
  return reached.has(0);
}

function closure(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    const step = steps[at];
    if (step && 'goTo' in step) open.push(...step.goTo);
  }
  return reached;
}
