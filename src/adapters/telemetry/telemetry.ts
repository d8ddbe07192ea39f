/** Spans on their way to a collector, by OTLP over HTTP. Off, and nothing loaded, until an endpoint is set. */
import type { Span } from '@opentelemetry/api';
import type { StreamItem } from '../../shared/stream/stream';
import type { SpanSink, Spans } from './spans';

export interface TelemetryOptions {
  /** Where the collector takes traces; undefined where nothing is sent. Asked again before each run. */
  endpoint(): string | undefined;
  headers?(): Readonly<Record<string, string>>;
  /** Whether what was said goes along. */
  contents(): boolean;
  version: string;
  failed(why: string): void;
}

/** `/v1/traces` of a collector; an address that says more is taken as it is. */
export function tracesAt(endpoint: string): string {
  return /\/v1\/traces\/?$/.test(endpoint) ? endpoint : `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

/** As the command line is told by the environment, by OpenTelemetry's own names. */
export function endpointIn(env: NodeJS.ProcessEnv): string | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return env.OTEL_EXPORTER_OTLP_ENDPOINT ? tracesAt(env.OTEL_EXPORTER_OTLP_ENDPOINT) : undefined;
}

/** A collector that is not there must hold nobody up. */
const mostMs = 2000;

interface Line {
  key: string;
  spans: Spans<Span>;
  end(): Promise<void>;
}

export class Telemetry {
  private line: Promise<Line | undefined> | undefined;
  private key: string | undefined;
  /** In their order, while the packages are being loaded. */
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly options: TelemetryOptions) {}

  take(item: StreamItem): void {
    if (item.kind !== 'event') return;
    if (item.event.type === 'before_run' || !this.line) this.renew();
    const { line } = this;
    if (!line || this.key === undefined) return;
    this.queue = this.queue
      .then(async () => (await line)?.spans.take(item))
      .catch((error: Error) => this.options.failed(error.message));
  }

  /** Sends what is left. Never rejects, and takes no longer than a moment. */
  async dispose(): Promise<void> {
    const { line } = this;
    this.line = undefined;
    await this.queue;
    await this.ended(line);
  }

  private renew(): void {
    const { endpoint, headers, failed } = this.options;
    const url = endpoint();
    const sent = { ...headers?.() };
    const key = url === undefined ? undefined : JSON.stringify([url, sent]);
    if (this.line && key === this.key) return;
    const before = this.line;
    this.queue = this.queue.then(() => this.ended(before));
    this.key = key;
    this.line =
      url === undefined
        ? Promise.resolve(undefined)
        : this.open(url, sent, key!).catch((error: Error) => {
            failed(error.message);
            return undefined;
          });
  }

  private async ended(line: Promise<Line | undefined> | undefined): Promise<void> {
    const open = await line;
    if (!open) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs);
    });
    await Promise.race([open.end().catch((error: Error) => this.options.failed(error.message)), late]);
    clearTimeout(timer);
  }

  private async open(url: string, headers: Record<string, string>, key: string): Promise<Line> {
    const { contents, version, failed } = this.options;
    const otel = await import('./openTelemetry');
    const { Spans, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, BasicTracerProvider, BatchSpanProcessor, OTLPTraceExporter } =
      otel;
    const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: 10_000 });
    const send = exporter.export.bind(exporter);
    let wasTold = false;
    exporter.export = (spans, done) =>
      send(spans, (result) => {
        if (result.error && !wasTold) failed(`${url}: ${result.error.message}`);
        wasTold = result.error !== undefined;
        done(result);
      });
    const provider = new BasicTracerProvider({
      resource: otel.resourceFromAttributes({ 'service.name': 'hooksmith', 'service.version': version }),
      spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1000, exportTimeoutMillis: 10_000 })],
    });
    const tracer = provider.getTracer('hooksmith', version);
    const sink: SpanSink<Span> = {
      begin: (name, kind, at, attributes, parent) =>
        tracer.startSpan(
          name,
          { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, startTime: at, attributes },
          parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
        ),
      end(span, at, attributes, error) {
        span.setAttributes(attributes);
        if (error) {
          span.setAttribute('error.type', error.type);
          span.setStatus({ code: SpanStatusCode.ERROR, ...(error.message ? { message: error.message } : {}) });
        }
        span.end(at);
      },
      note: (span, name, at, attributes) => void span.addEvent(name, attributes, at),
    };
    const spans = new Spans(sink, contents);
    return {
      key,
      spans,
      async end() {
        spans.close(Date.now());
        await provider.shutdown();
      },
    };
  }
}
