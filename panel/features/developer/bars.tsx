import classes from './bars.module.css';

/** A mark on the time axis: the bar it's at, and its label. */
export interface Tick {
  readonly place: number;
  readonly label: string;
}

interface BarsProps {
  readonly title: string;
  /** The highest bar in words, e.g. `up to 41 an hour`. */
  readonly scale: string;
  /** The chart in words for screen readers; a table has the numbers. */
  readonly summary: string;
  /** Null for a time without a value. */
  readonly values: readonly (number | null)[];
  readonly ticks: readonly Tick[];
  readonly isBad?: boolean;
}

/** The height of the chart's coordinates, and the lowest bar's height in them. */
const HEIGHT = 100;
const LOWEST = 4;

/** A small bar chart over time. */
export function Bars({ title, scale, summary, values, ticks, isBad = false }: BarsProps) {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>{title}</span>
        <span className={classes.scale}>{scale}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${values.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.chart}
      >
        {ticks.map(({ place, label }) => (
          <line key={label} x1={place} x2={place} y1={0} y2={HEIGHT} className={classes.tick} />
        ))}
        {values.map((value, place) => {
          if (!value) return null;
          const height = Math.max(LOWEST, (HEIGHT * value) / most);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={place}
              x={place}
              y={HEIGHT - height}
              width={0.8}
              height={height}
              className={isBad ? classes.bad : classes.bar}
            />
          );
        })}
      </svg>
    </figure>
  );
}

/** The charts' labels, at their places. */
export function Axis({ ticks, length }: { readonly ticks: readonly Tick[]; readonly length: number }) {
  return (
    <div aria-hidden className={classes.axis}>
      {ticks.map(({ place, label }) => (
        <span key={label} style={{ left: `${(100 * place) / length}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}
