import type { Attributes, Meter } from "@opentelemetry/api";

/** The labels of a metric, each with a bounded set of values: never ids, codes, names or addresses. */
export type Labels = Readonly<Record<string, string>>;

let meter: Meter | null = null;
const definitions: ((meter: Meter) => void)[] = [];

/** Starts recording metrics, or stops it with null. Until then recording does nothing. */
export function setMeter(newMeter: Meter | null): void {
  meter = newMeter;
  if (newMeter) for (const define of definitions) define(newMeter);
}

/** Whether metrics are recorded. */
export function isMeasuring(): boolean {
  return meter !== null;
}

function define(create: (meter: Meter) => void): void {
  definitions.push(create);
  if (meter) create(meter);
}

/**
 * Defines a counter.
 * @param name in Prometheus notation, with the suffix `_total`
 * @param initial the labels of the series that exist from the start with 0, so that their first increase is seen
 * @returns a function that increments it
 */
export function defineCounter(
  name: string,
  description: string,
  initial: readonly Labels[] = [{}],
): (labels?: Labels) => void {
  let add: ((value: number, labels: Attributes) => void) | undefined;
  define((newMeter) => {
    const counter = newMeter.createCounter(name, { description });
    add = (value, labels) => counter.add(value, labels);
    for (const labels of initial) add(0, labels);
  });
  return (labels = {}) => {
    if (meter) add?.(1, labels);
  };
}

/**
 * Defines a histogram of durations.
 * @param name in Prometheus notation, with the suffix `_seconds`
 * @param buckets upper bounds in seconds
 * @returns a function that records a duration in milliseconds
 */
export function defineDurations(
  name: string,
  description: string,
  buckets: readonly number[],
): (ms: number, labels: Labels) => void {
  let record: ((seconds: number, labels: Attributes) => void) | undefined;
  define((newMeter) => {
    const histogram = newMeter.createHistogram(name, {
      description,
      advice: { explicitBucketBoundaries: [...buckets] },
    });
    record = (seconds, labels) => histogram.record(seconds, labels);
  });
  return (ms, labels) => {
    if (meter) record?.(ms / 1000, labels);
  };
}

/** A number that is read when metrics are collected. */
export type Gauge = Readonly<{ name: string; description: string }>;
/** Reports the value of a gauge. */
export type ObserveGauge = (name: string, value: number, labels?: Labels) => void;

/**
 * Adds gauges of this process whose values are read together when metrics are collected. Without metrics it does
 * nothing.
 * @param read reports the values; if it throws, the gauges are missing
 */
export function addGauges(gauges: readonly Gauge[], read: (observe: ObserveGauge) => void | Promise<void>): void {
  if (!meter) return;
  const currentMeter = meter;
  const byName = new Map(
    gauges.map(({ name, description }) => [name, currentMeter.createObservableGauge(name, { description })]),
  );
  currentMeter.addBatchObservableCallback(
    async (result) => {
      await read((name, value, labels = {}) => {
        const gauge = byName.get(name);
        if (!gauge) throw new Error(`there is no gauge ${name}`);
        result.observe(gauge, value, labels);
      });
    },
    [...byName.values()],
  );
}
