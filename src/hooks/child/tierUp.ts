/**
 * Imported first by a child that is asked now and then: between two steps of an agent its code never runs often enough for the engine, which by itself goes on
 * interpreting it for the first thousands of dispatches. So it takes code for hot sooner, a dispatch is a third quicker then. An engine that knows no such
 * switch passes over it.
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function may run before the engine thinks of compiling it; by itself it takes ten times as much and more. */
setFlagsFromString('--interrupt-budget=5000');
