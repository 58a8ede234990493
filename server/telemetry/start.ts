import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { within } from '#kit/deadline.ts';
import type { Otel } from '#kit/otel-settings.ts';
import { metricProducer } from './metric-producer.ts';
import { openSpans } from './spans.ts';

/** Sources for traces and metrics. */
export interface Measured {
  readonly http: FastifyInstance;
  readonly registry: Registry;
  /** The process's role. */
  readonly role: string;
}

/**
 * Starts sending traces and metrics (docs/reference/platform-settings.md#traces-and-metrics). Returns a
 * function that flushes and stops.
 */
export async function startTelemetry(settings: Otel, measured: Measured): Promise<() => Promise<void>> {
  const { http, registry, role } = measured;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'platform', 'platform.role': role }))
    .merge(detectResources({ detectors: [envDetector] }));
  const ends: (() => Promise<void>)[] = [];
  if (settings.tracesUrl !== null) {
    const provider = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: await traceExporter(settings.protocol, settings.tracesUrl),
          scheduledDelayMillis: settings.traceDelayMs,
          maxQueueSize: MAX_WAITING_SPANS,
        }),
      ],
    });
    const stop = openSpans(http, provider.getTracer('platform'));
    ends.push(async () => {
      stop();
      await provider.shutdown();
    });
  }
  if (settings.metricsUrl !== null) {
    const provider = new MeterProvider({
      resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: await metricExporter(settings.protocol, settings.metricsUrl),
          exportIntervalMillis: settings.metricIntervalMs,
          exportTimeoutMillis: Math.min(settings.metricIntervalMs, LONGEST_EXPORT_MS),
          metricProducers: [metricProducer(registry, Date.now())],
        }),
      ],
    });
    ends.push(() => provider.shutdown());
  }
  return async () => {
    // An unavailable receiver must not keep the process alive.
    const ended = Promise.allSettled(ends.map((end) => end()));
    await within(LONGEST_END_MS, 'Sending the rest', ended).catch(() => undefined);
  };
}

/** Spans beyond this are dropped instead of queued. */
const MAX_WAITING_SPANS = 8_192;
const LONGEST_EXPORT_MS = 30_000;
const LONGEST_END_MS = 2_000;

async function traceExporter(protocol: Otel['protocol'], url: string) {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url });
}

async function metricExporter(protocol: Otel['protocol'], url: string) {
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto');
  return new OTLPMetricExporter({ url });
}
