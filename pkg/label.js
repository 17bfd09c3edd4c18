// The label: what a record says, as plain values.

export * from './src/label/label.js';
