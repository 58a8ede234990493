import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import classes from './chart.module.css';

/** Bars of one kind. */
export interface Series {
  readonly label: string;
  /** One value per label of the chart; null for none. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly labels: readonly string[];
  /** One or two; two are drawn side by side, with a legend. */
  readonly series: readonly Series[];
  /** Formats a value on the axis. */
  readonly words: (value: number) => string;
  /** The axis's highest value; just above the highest bar if omitted. */
  readonly top?: number;
}

const HEIGHT = 260;
/** Width of a label on the axis, in pixels. */
const LABEL_PX = 112;

/** Values as bars. The page's table has the same numbers, so assistive technology skips the chart. */
export function Chart(props: ChartProps) {
  // A canvas doesn't follow the color scheme, so another one is drawn.
  return (
    <div aria-hidden>
      {props.series.length > 1 && (
        <ul className={classes.legend}>
          {props.series.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <Bars key={useComputedColorScheme()} {...props} />
    </div>
  );
}

function Bars({ labels, series, words, top }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const colors = getComputedStyle(element);
    const ink = colors.getPropertyValue('--chart-ink');
    const line = colors.getPropertyValue('--chart-line');
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: () => [-0.6, labels.length - 0.4] },
          y: { range: (_plot, _least, most) => [0, top ?? (most > 0 ? most * 1.1 : 1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: ({ width }) =>
              every(labels.length, Math.max(1, Math.floor(width / devicePixelRatio / LABEL_PX))),
            values: (_plot, splits) => splits.map((place) => labels[place] ?? ''),
          },
          { ...axis, size: 60, values: (_plot, splits) => splits.map(words) },
        ],
        series: [{}, ...barsOf(series.length, colors)],
      },
      [labels.map((_, place) => place), ...series.map(({ values }) => [...values])],
      element,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [labels, series, words, top]);
  return <div ref={frame} className={classes.chart} />;
}

const COLORS = ['--chart-bar', '--chart-second'] as const;

/** Describes the bars: centered, or left and right of their place. */
function barsOf(count: number, colors: CSSStyleDeclaration): uPlot.Series[] {
  return COLORS.slice(0, count).map((name, place) => {
    const color = colors.getPropertyValue(name);
    const align = count === 1 ? 0 : place === 0 ? -1 : 1;
    const bars = uPlot.paths.bars?.({ size: [0.7 / count, 60], align });
    return { fill: color, stroke: color, ...(bars && { paths: bars }), points: { show: false } };
  });
}

/** Returns at most `most` places, evenly spaced. */
function every(count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
