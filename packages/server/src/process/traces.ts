import type { Log } from '@tenfold/session';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where traces are sent to is said by any of these. */
const ASKED_BY = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'];

/** Whether the environment asks for traces, in the words of OpenTelemetry. */
function wantsTraces(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || environment.OTEL_TRACES_EXPORTER === 'none') return false;
  return ASKED_BY.some((name) => (environment[name] ?? '') !== '');
}

/** Sends traces where the environment asks for them; its library is loaded only then. Answers what sends the last of them. */
export async function sendTraces(environment: Environment, log: Log): Promise<() => Promise<void>> {
  if (!wantsTraces(environment)) return async () => {};
  const { OTEL_TRACES_EXPORTER: exporter = 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: protocol = 'http/json' } = environment;
  if (exporter !== 'otlp') log.warn('traces-not-sent', { reason: `OTEL_TRACES_EXPORTER is ${exporter}; only otlp is known.` });
  if (exporter !== 'otlp') return async () => {};
  // Every collector takes all three at the same port, and JSON needs no library of its own.
  if (protocol !== 'http/json') log.warn('traces-as-json', { asked: protocol });
  const { startTraces } = await import('./open-telemetry.ts');
  return startTraces(environment);
}
