// What libraries and polyfills of pages have done to the browser's own objects. Not their code: models of
// it, with the faults that matter here. A test sends each to pages by itself, so none uses what is around it.

/** Prototype.js. */
export function patchAsPrototype() {
  const { slice } = Array.prototype;
  Array.from = (list) => {
    if (!list) return [];
    if ('toArray' in Object(list)) return list.toArray();
    return slice.call(list);
  };
  const toArray = function () {
    return slice.call(this);
  };
  // Enumerable, as theirs are.
  Object.assign(Array.prototype, {
    toArray,
    entries: toArray,
    each(call) {
      this.forEach(call);
    },
    clear() {
      this.length = 0;
      return this;
    },
    flatten() {
      return this.flat(Infinity);
    },
    without(...values) {
      return this.filter((value) => !values.includes(value));
    },
    toJSON() {
      return `[${this.map((value) => JSON.stringify(value)).join(', ')}]`;
    },
  });
  for (const { prototype } of [String, Number, Date])
    prototype.toJSON = function () {
      return JSON.stringify(this instanceof Date ? this.toISOString() : this.valueOf());
    };
  Element.prototype.remove = function () {
    this.parentNode.removeChild(this);
    return this;
  };
}

/** MooTools, and scripts that extend every object. */
export function patchAsMooTools() {
  const { slice } = Array.prototype;
  Array.from = (value) => (value == null ? [] : slice.call(value.length === undefined ? [value] : value));
  Array.prototype.contains = function (value) {
    return this.indexOf(value) !== -1;
  };
  Function.prototype.bind = function (self, ...given) {
    return (...more) => this.apply(self, given.concat(more));
  };
  for (const name of ['$family', 'extend', 'product', 'schema']) Object.prototype[name] = function () {};
  Function.prototype.extend = function (more) {
    return Object.assign(this, more);
  };
}

/** Polyfills for browsers of long ago, and names that pages give to things of their own. */
export function patchAsPolyfills() {
  const { fetch } = window;
  window.fetch = function (...given) {
    return fetch.apply(window, given).then((response) => response);
  };
  window.Promise = class extends Promise {};
  window.process = { env: {} };
  window.name = 'shop';
  window.CSS = undefined;
}
