/** OpenTelemetry's own packages and what makes spans of events, bundled as one file that is loaded with the first of them. */
export { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { resourceFromAttributes } from '@opentelemetry/resources';
export { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
export { Spans } from './spans';
