import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type Traced, tracing } from '@tenfold/store';
import { VERSION } from '../version.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KINDS: Partial<Record<Traced['name'], SpanKind>> = { request: SpanKind.SERVER, upstream: SpanKind.CLIENT };

/** Turns what this process tells of its work into spans and sends them as `OTEL_*` says. Answers what sends the last of them. */
export async function startTraces(environment: Environment): Promise<() => Promise<void>> {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tenfold', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('tenfold', VERSION);
  const spans = new WeakMap<Traced, Span>();
  const contexts = new AsyncLocalStorage<Context>();
  tracing.start.bindStore(contexts, (work) => {
    const parent = contexts.getStore() ?? callerOf(work);
    const span = tracer.startSpan(`tenfold ${work.name}`, { kind: KINDS[work.name] ?? SpanKind.INTERNAL }, parent);
    spans.set(work, span);
    return trace.setSpan(parent, span);
  });
  const end = (told: unknown) => {
    const work = told as Traced;
    const span = spans.get(work);
    span?.setAttributes(Object.fromEntries(Object.entries(work.attributes).flatMap(attribute))).end();
  };
  // A message of an error may repeat what somebody wrote; its code does not.
  const fail = (told: unknown) => {
    const work = told as Traced & { error?: unknown };
    const { code, name = 'Error' } = (work.error ?? {}) as { code?: unknown; name?: string };
    spans.get(work)?.setStatus({ code: SpanStatusCode.ERROR, message: typeof code === 'string' ? code : name });
  };
  tracing.asyncEnd.subscribe(end);
  tracing.error.subscribe(fail);
  return async () => {
    tracing.start.unbindStore(contexts);
    tracing.asyncEnd.unsubscribe(end);
    tracing.error.unsubscribe(fail);
    await provider.shutdown();
  };
}

function attribute([name, value]: [string, string | number | boolean]): [string, string | number | boolean][] {
  if (name === 'traceparent') return [];
  return [[name.includes('.') ? name : `tenfold.${name}`, value]];
}

/** The span of whoever called, where they named it (W3C Trace Context). */
function callerOf({ attributes: { traceparent = '' } }: Traced): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(traceparent)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function samplerOf({
  OTEL_TRACES_SAMPLER: named = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: share,
}: Environment): Sampler {
  const ratio = Number(share ?? 1);
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(Number.isFinite(ratio) ? ratio : 1),
  };
  const root = roots[named.replace(/^parentbased_/, '')] ?? new AlwaysOnSampler();
  return named.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
