import { report } from '../shared/report.js';
import { PANELS } from './panel-names.js';

export { PANELS };

/** The names of the chosen panels; undefined where none is valid, which means all. */
export function chosen(text: unknown): string[] | undefined {
  const names = String(text ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const valid = [...new Set(names.filter((name) => PANELS.includes(name)))];
  for (const value of names) {
    if (!valid.includes(value)) report('panel', { value, kind: PANELS });
  }
  return valid.length > 0 ? valid : undefined;
}

/** The panels that a card shows, for the view; undefined where those are its variant's. */
export const panelsOf = ({ panels }: { panels: unknown }): string | undefined => chosen(panels)?.join(' ');
