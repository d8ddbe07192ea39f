/**
 * Imported first by a child that is asked now and then: between two steps of an agent its code never runs often enough for the engine, which by itself goes on
 * interpreting it for the first thousands of dispatches. So it takes code for hot sooner, a dispatch is a third quicker then.
 */
import { setFlagsFromString } from 'node:v8';

/** The engine of Node 20. Later ones count calls, and take code for hot soon by themselves; of a switch that they do not know they complain on standard error. */
const countsBytes = Number.parseInt(process.versions.v8, 10) < 12;

/** Bytes of bytecode that a function may run before the engine thinks of compiling it; by itself it takes ten times as much and more. */
if (countsBytes) setFlagsFromString('--interrupt-budget=5000');
