// The nutrition declaration: rows in the statutory order, only columns with values,
// and every value as declared.

import { textOf } from './rich-text.js';
import { micronutrients, nutrients } from './words.js';

/** The section of a column, and the suffix of its fields. */
const COLUMNS = [
  ['nutrients', '_100'],
  ['nutrients', '_serving'],
  ['nutrients_prepared', '_prepared_100'],
  ['nutrients_prepared', '_prepared'],
];

/** `{ columns: [{ title, portion }], rows, micronutrients }` of a component. */
export function nutritionTable(component) {
  const basis = basisOf(textOf(component.nutrients?.nutrition_units));
  const titles = [basis, 'per serving', `as prepared, ${basis}`, 'as prepared, per portion'];
  const portions = [
    '',
    textOf(component.nutrients?.serving_size) || textOf(component.nutrients?.serving_details),
    '',
    textOf(component.nutrients_prepared?.prepared_product_portion_size),
  ];
  const all = [...nutrients, ...micronutrients];
  const used = COLUMNS.map((_, index) => index).filter((index) => all.some((row) => figure(component, row, index)));
  const rows = (table) =>
    table
      .map((row) => ({
        key: row[0],
        name: row[4] ? `of which ${row[1]}` : row[1],
        part: row[4],
        amounts: used.map((index) => figure(component, row, index)),
      }))
      .filter(({ amounts }) => amounts.some(Boolean));
  const main = withEnergy(rows(nutrients), used);
  const salt = main.find(({ key }) => key === 'salt');
  return {
    columns: used.map((index) => ({
      title: titles[index],
      portion: portions[index],
      // The share of the reference intake stands with the portion, if there is one.
      hasShare: isPortion(index) || !used.some(isPortion),
    })),
    // Sodium is omitted if the same column has salt.
    rows: main.filter(({ key, amounts }) => key !== 'sodium' || !salt || amounts.some((it, at) => it && !salt.amounts[at])),
    micronutrients: rows(micronutrients),
  };
}

const isPortion = (index) => COLUMNS[index][1] === '_serving' || COLUMNS[index][1] === '_prepared';

/** The rows with both units of energy in one. */
function withEnergy(rows, used) {
  const [kj, kcal] = ['cal_kj', 'cal_kcal'].map((key) => rows.find((row) => row.key === key));
  if (!kj && !kcal) return rows;
  const amounts = used.map((_, at) => {
    const both = [kj, kcal].map((row) => row?.amounts[at]).filter(Boolean);
    if (both.length === 0) return undefined;
    return { text: both.map(textOfAmount).join('\u00a0/ '), percent: both[0].percent };
  });
  const others = rows.filter((row) => row !== kj && row !== kcal);
  return [{ key: 'energy', name: 'Energy', amounts }, ...others];
}

/** A figure with its unit. */
export const textOfAmount = ({ text, value, unit }) => text ?? `${value}\u00a0${unit}`;

function figure(component, [key, , unit, reference, , field], index) {
  const [section, ending] = COLUMNS[index];
  const raw = component[section]?.[index === 0 && field ? field : key + ending];
  const object = raw !== null && typeof raw === 'object';
  const value = textOf(object ? raw.value : raw);
  if (!value) return undefined;
  const units = (object && textOf(raw.units)) || unit;
  const comparable = units.toLowerCase() === unit.toLowerCase();
  return { value, unit: units, percent: comparable ? percent(value, reference) : undefined };
}

/** A share in whole per cent, half-up, in whole numbers. */
function percent(value, reference) {
  const number = /^(\d*)(?:[.,](\d*))?$/.exec(value);
  if (!reference || !number || !/\d/.test(value)) return undefined;
  const [, whole, fraction = ''] = number;
  const [units, tenths = ''] = reference.split('.');
  const part = BigInt(whole + fraction) * 10n ** BigInt(tenths.length);
  const all = BigInt(units + tenths) * 10n ** BigInt(fraction.length);
  return String((part * 200n + all) / (all * 2n));
}

function basisOf(text) {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '').replace(/^per/, '');
  if (/^(100)?g$|^100grams?$/.test(plain)) return 'per 100 g';
  if (/^(100)?ml$|^100millilitres?$/.test(plain)) return 'per 100 ml';
  return text || 'per 100 (unit not stated)';
}
