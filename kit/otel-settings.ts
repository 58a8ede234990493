import { z } from 'zod';

/**
 * Export settings for traces and metrics (docs/reference/platform-settings.md#traces-and-metrics). The
 * exporters read the other `OTEL_*` variables.
 */
export interface Otel {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Destination for traces; null to disable them. */
  readonly tracesUrl: string | null;
  readonly metricsUrl: string | null;
  /**
   * Fraction of traces started here that is sent, 0 to 1; a trace started elsewhere is sent if its sender
   * samples it.
   */
  readonly share: number;
  readonly traceDelayMs: number;
  readonly metricIntervalMs: number;
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const EXPORTERS = ['otlp', 'none'] as const;
/** Every sampler follows the parent's decision, since half a trace helps no one. */
const SAMPLERS = ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;
const ms = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of milliseconds')
    .default(String(fallback))
    .transform(Number);
const endpoint = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.canParse(text), 'must be a URL like http://localhost:4318')
  .optional();
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be ${values.join(' or ')}`);

/** Settings that enable exports, with OpenTelemetry's names. */
export const OTEL_SETTINGS = {
  OTEL_SDK_DISABLED: z.string().default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(PROTOCOLS).default('http/protobuf'),
  OTEL_TRACES_EXPORTER: oneOf(EXPORTERS).default('otlp'),
  OTEL_METRICS_EXPORTER: oneOf(EXPORTERS).default('otlp'),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
    .default('1'),
  OTEL_BSP_SCHEDULE_DELAY: ms(5_000),
  OTEL_METRIC_EXPORT_INTERVAL: ms(60_000),
} as const;

type Given = z.output<z.ZodObject<typeof OTEL_SETTINGS>>;

/** Returns the export settings; null without an endpoint, or if everything is off. */
export function otelOf(s: Given): Otel | null {
  const base = s.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const urlOf = (exporter: string, own: string | undefined, path: string) =>
    exporter === 'none' ? null : (own ?? (base === undefined ? null : `${base}/v1/${path}`));
  const tracesUrl = urlOf(s.OTEL_TRACES_EXPORTER, s.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, 'traces');
  const metricsUrl = urlOf(s.OTEL_METRICS_EXPORTER, s.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, 'metrics');
  if (s.OTEL_SDK_DISABLED.toLowerCase() === 'true' || (tracesUrl ?? metricsUrl) === null) return null;
  return {
    protocol: s.OTEL_EXPORTER_OTLP_PROTOCOL,
    tracesUrl,
    metricsUrl,
    share: shareOf(s.OTEL_TRACES_SAMPLER, Number(s.OTEL_TRACES_SAMPLER_ARG)),
    traceDelayMs: s.OTEL_BSP_SCHEDULE_DELAY,
    metricIntervalMs: s.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

function shareOf(sampler: (typeof SAMPLERS)[number], ratio: number): number {
  if (sampler.endsWith('traceidratio')) return ratio;
  return sampler.endsWith('always_off') ? 0 : 1;
}
