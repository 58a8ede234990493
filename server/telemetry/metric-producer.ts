import { ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricValue, Registry } from 'prom-client';

/** Converts the metrics in `/metrics` to OpenTelemetry's format, so that both share each metric's definition. */
export function metricProducer(registry: Registry, startedAt: number): MetricProducer {
  return {
    async collect() {
      const span = { startTime: millisToHrTime(startedAt), endTime: millisToHrTime(Date.now()) };
      const found = (await registry.getMetricsAsJSON()) as unknown as readonly Metric[]; // its type has no suffixes
      const metrics = found.flatMap((metric) => dataOf(metric, span) ?? []);
      const scope = { name: 'platform' };
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] },
        errors: [],
      };
    },
  };
}

type Value = MetricValue<string> & { readonly metricName?: string };
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly Value[];
}
type Span = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function dataOf({ name, help, type, values }: Metric, span: Span): MetricData | null {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = () =>
    values.map(({ labels, value }) => ({ ...span, attributes: attributesOf(labels), value }));
  if (type === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() };
  if (type === 'counter')
    return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
  if (type !== 'histogram') return null;
  return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(name, values, span) };
}

const attributesOf = (labels: Readonly<Record<string, string | number | undefined>>) =>
  Object.fromEntries(Object.entries(labels).filter(([label]) => label !== 'le')) as Record<string, string>;

/**
 * A Prometheus bucket counts values up to its bound; an OpenTelemetry bucket counts values between two
 * bounds.
 */
function histogramsOf(name: string, values: readonly Value[], span: Span) {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify(attributesOf(labels)));
  return [...series].map(([attributes, parts]) => {
    const buckets = parts.filter(({ metricName }) => metricName === `${name}_bucket`);
    const below = buckets.map(({ value }) => value);
    const one = (suffix: string) =>
      parts.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
    return {
      ...span,
      attributes: JSON.parse(attributes) as Record<string, string>,
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
          counts: below.map((count, at) => count - (below[at - 1] ?? 0)),
        },
        sum: one('sum'),
        count: one('count'),
      },
    };
  });
}
