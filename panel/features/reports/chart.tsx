import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import classes from './reports.module.css';

interface ChartProps {
  readonly labels: readonly string[];
  /** One value per label; null for none. */
  readonly values: readonly (number | null)[];
  /** Formats a value on the axis. */
  readonly words: (value: number) => string;
}

const HEIGHT = 260;
/** Width of a label on the axis, in pixels. */
const LABEL_PX = 112;

/** A report's values as bars. The page's table has the same numbers, so assistive technology skips the chart. */
export function Chart(props: ChartProps) {
  // A canvas doesn't follow the color scheme, so another one is drawn.
  return <Bars key={useComputedColorScheme()} {...props} />;
}

function Bars({ labels, values, words }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const colors = getComputedStyle(element);
    const ink = colors.getPropertyValue('--chart-ink');
    const line = colors.getPropertyValue('--chart-line');
    const bar = colors.getPropertyValue('--chart-bar');
    const bars = uPlot.paths.bars?.({ size: [0.7, 60] });
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: () => [-0.6, labels.length - 0.4] },
          y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
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
        series: [{}, { fill: bar, stroke: bar, ...(bars && { paths: bars }), points: { show: false } }],
      },
      [labels.map((_, place) => place), [...values]],
      element,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [labels, values, words]);
  return <div ref={frame} className={classes.chart} aria-hidden />;
}

/** Returns at most `most` places, evenly spaced. */
function every(count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
