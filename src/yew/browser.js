// Made of pkg/src/ by `node xtask/js/yew.mjs`.

// card/answers.ts
var ANSWERS = ["contains", "may-contain", "not-stated", "declared-not-present"];

// card/announcements.ts
var TOGETHER = 200;
var STAYS = 1e4;
var HIDDEN = {
  display: "block",
  visibility: "visible",
  position: "fixed",
  overflow: "hidden",
  "inline-size": "1px",
  "block-size": "1px",
  "clip-path": "inset(50%)",
  "white-space": "nowrap"
};
var KEY = /* @__PURE__ */ Symbol.for("product-pool.announcements");
function announcementsOf(document2) {
  let found = document2[KEY];
  if (!found) {
    const region = document2.createElement("div");
    region.setAttribute("role", "status");
    region.dataset.productPool = "announcements";
    for (const [name, value] of Object.entries(HIDDEN)) region.style.setProperty(name, value, "important");
    found = document2[KEY] = { region, changed: /* @__PURE__ */ new Set() };
  }
  return found;
}
function textOf(element) {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent?.trim() ?? "";
}
var sentences = (texts) => texts.map((text) => /[.!?]$/.test(text) ? text : `${text}.`).join(" ");
var verdictIn = (place) => place.firstElementChild;
function announcement(places) {
  const texts = places[0].dataset.announces?.split("\n") ?? [];
  const [title, products, ...counts] = texts.slice(0, 2 + ANSWERS.length);
  const [advice, ...name] = texts.slice(2 + ANSWERS.length);
  if (places.length === 1) {
    const parts = [...verdictIn(places[0])?.children ?? []];
    const lines = parts.flatMap((part) => part.localName === "ul" ? [...part.children] : part);
    return sentences([name.join(" "), ...lines.map(textOf)].filter(Boolean));
  }
  const fill = (text, count) => text.replace("{count}", String(count));
  const numbers = ANSWERS.map((answer) => places.filter((place) => verdictIn(place)?.dataset.answer === answer).length);
  const said = counts.map((text, at) => numbers[at] > 0 ? fill(text, numbers[at]) : "");
  return sentences([title, fill(products, places.length), ...said, advice].filter(Boolean));
}
function modalAround(element) {
  if (!element) return void 0;
  const { host } = element.getRootNode();
  return element.closest('dialog[open], [aria-modal="true"]') ?? modalAround(host);
}
function plan(announcements, place) {
  const { region, changed, timer: timer2 } = announcements;
  const around = modalAround(place) ?? place.ownerDocument.body;
  if (region.parentNode !== around) around.append(region);
  region.textContent = "";
  changed.add(place);
  clearTimeout(timer2);
  announcements.timer = setTimeout(() => announce(announcements), TOGETHER);
}
function announce(announcements) {
  const { region, changed } = announcements;
  const places = [...changed].filter((place) => place.isConnected && verdictIn(place));
  changed.clear();
  region.lang = places[0]?.closest("[lang]")?.getAttribute("lang") ?? "";
  region.textContent = places.length > 0 ? announcement(places) : "";
  announcements.timer = setTimeout(() => region.textContent = "", STAYS);
}
function announcing(root) {
  const announcements = announcementsOf(root.ownerDocument);
  let last;
  return () => {
    const places = root.querySelectorAll("[data-announces]");
    const place = [...places].find((one) => (one.closest(".product-pool-card") ?? root) === root);
    if (!place) return;
    const answered = place.querySelectorAll("[data-answer]");
    const answers = [...answered].map(({ dataset }) => [dataset.allergen, dataset.answer].join(":")).join();
    const [texts, before] = last ?? [];
    last = [place.dataset.announces, answers];
    if (texts === place.dataset.announces && before !== answers) plan(announcements, place);
  };
}

// card/interaction.ts
var THUMBNAIL = '[data-action="image"]';
var DIALOG = "dialog[data-zoom]";
var FOLD = "[data-toggle]";
var CONTROL = "a[href], button, dialog, summary";
var AROUND = 'a[href], button, label, summary, [role="button"], [role="link"]';
function isInControl(event, element) {
  const path = event.composedPath();
  return path.slice(path.indexOf(element)).some((target) => target instanceof Element && target.matches(AROUND));
}
var STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
var enlarged;
var isPressed = false;
function onEscape(event) {
  const isOpen = enlarged?.open && enlarged.isConnected;
  if (event.key !== "Escape" || !(isOpen || isPressed && (event.repeat || event.type === "keyup"))) return;
  isPressed = event.type === "keydown";
  event.stopImmediatePropagation();
  event.preventDefault();
  enlarged?.close();
}
function enlarge(dialog) {
  addEventListener("keydown", onEscape, true);
  addEventListener("keyup", onEscape, true);
  enlarged = dialog;
  dialog?.showModal();
}
function listen(root, actions) {
  const host = root.host ?? root;
  const listening = new AbortController();
  const open = /* @__PURE__ */ new Map();
  const keys = /* @__PURE__ */ new WeakMap();
  let density;
  let takesFocus = false;
  const isOwn = (element) => element.closest(".product-pool-card")?.contains(host) ?? true;
  const all = (selector) => [...root.querySelectorAll(selector)].filter((element) => isOwn(element));
  const focused = () => {
    const { activeElement } = root.getRootNode();
    return root.contains(activeElement) ? activeElement : null;
  };
  const shownDensity = () => root.querySelector(".shell")?.dataset.density;
  const dialog = () => all(DIALOG)[0];
  const select = (thumbnail) => {
    const index = Number(thumbnail?.dataset.index);
    if (Number.isInteger(index)) actions.select(index);
  };
  function walk(key, current) {
    const thumbnails = all(THUMBNAIL);
    const here = thumbnails.findIndex((one) => one === current);
    let step = STEPS[key] ?? 0;
    if (here < 0 || step === 0) return false;
    if (key.startsWith("Arrow") && getComputedStyle(thumbnails[0]).direction === "rtl") step = -step;
    const next = Math.min(Math.max(here + step, 0), thumbnails.length - 1);
    select(thumbnails[next]);
    thumbnails[next].focus();
    return true;
  }
  const on = (name, handle, capture) => root.addEventListener(
    name,
    (event) => {
      const target = event.target;
      if (isOwn(target)) handle(target, event);
    },
    { capture, signal: listening.signal }
  );
  const keep = (target, event) => {
    const control = target.closest(CONTROL);
    const isGiven = root.contains(target.closest("slot, .product-pool-slot"));
    if (!control || isGiven || !root.contains(control) || !isInControl(event, host)) return;
    event.stopPropagation();
    if (control.matches("a")) return;
    event.preventDefault();
    const fold = control.parentElement;
    if (control.matches("summary") && event.type === "click" && fold instanceof HTMLDetailsElement)
      fold.open = !fold.open;
  };
  on("auxclick", keep);
  on("click", (target, event) => {
    keep(target, event);
    const button = target.closest("[data-action]");
    switch (button?.dataset.action) {
      case "retry":
        takesFocus = focused() !== null;
        return actions.retry();
      case "print":
        return actions.print();
      case "image":
        return select(button);
      case "zoom":
        event.preventDefault();
        return enlarge(dialog());
      case "close":
        return dialog()?.close();
    }
    if (target.matches(DIALOG)) dialog()?.close();
  });
  on("keydown", (target, event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const thumbnail = target.closest(THUMBNAIL);
    if (!thumbnail && !target.closest(DIALOG)) return;
    if (walk(event.key, thumbnail ?? all(`${THUMBNAIL}[aria-current]`)[0])) event.preventDefault();
  });
  const onClose = (target) => {
    if (!target.matches(DIALOG)) return;
    if (target.contains(focused() ?? target)) all('[data-action="zoom"]')[0]?.focus();
  };
  on("close", onClose, true);
  const onToggle = (target) => {
    const fold = target;
    const { toggle = "" } = fold.dataset;
    const key = keys.get(fold);
    if (!key?.startsWith(toggle) || open.get(key) === fold.open || shownDensity() !== density) return;
    open.set(key, fold.open);
    actions.toggled(toggle, fold.open);
  };
  on("toggle", onToggle, true);
  const onImage = (image, hasFailed) => image.closest(".picture")?.toggleAttribute("data-failed", hasFailed);
  on("error", (image) => onImage(image, true), true);
  on("load", (image) => onImage(image, false), true);
  return {
    /**
     * After the card was drawn: restores which panels are open, and the focus. With another density
     * the card opens and closes panels by its own rule.
     */
    drawn() {
      if (density !== shownDensity()) open.clear();
      density = shownDensity();
      const folds = all(FOLD);
      for (const fold of folds) {
        const { toggle = "" } = fold.dataset;
        const key = toggle + folds.filter((one) => one.dataset.toggle === toggle).indexOf(fold);
        if (keys.get(fold) === key && open.has(key)) continue;
        fold.open = open.get(key) ?? fold.open;
        keys.set(fold, key);
        open.set(key, fold.open);
      }
      for (const image of all(".picture img"))
        if (image.complete && image.naturalWidth === 0) onImage(image, true);
      const card = all('.card:not([aria-busy="true"])')[0];
      if (!takesFocus || !card) return;
      takesFocus = false;
      if (focused()) return;
      card.tabIndex = -1;
      card.focus({ preventScroll: true });
    },
    end() {
      listening.abort();
    }
  };
}

// card/print.ts
var NOT_PRINTED = 'script, dialog, [data-action]:not([data-action="image"])';
var OPEN = "[data-printed]";
var frame;
var images = (copy) => Promise.all(
  [...copy.querySelectorAll("img")].map((image) => {
    image.loading = "eager";
    return image.decode().catch(() => {
    });
  })
);
function fillSlots(source, copy) {
  const copies = copy.querySelectorAll("slot");
  source.querySelectorAll("slot").forEach((slot, at) => {
    const nodes = slot.assignedNodes().map((node) => copy.ownerDocument.importNode(node, true));
    if (nodes.length > 0) copies[at].replaceWith(...nodes);
  });
}
function makeFrame() {
  const made = document.createElement("iframe");
  made.ariaHidden = "true";
  made.tabIndex = -1;
  Object.assign(made.style, { position: "fixed", width: "0", height: "0", border: "0", opacity: "0" });
  document.body.append(made);
  return made;
}
async function print(card, name, sheetsOf) {
  if (frame?.parentNode) frame.remove();
  const mine = makeFrame();
  frame = mine;
  const page = mine.contentDocument;
  const view = mine.contentWindow;
  page.title = typeof name === "string" ? name : document.title;
  page.documentElement.lang = card.querySelector("[lang]")?.getAttribute("lang") ?? "";
  const host = page.body.appendChild(page.createElement("div"));
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [await sheetsOf(page)].flat();
  const copy = page.importNode(card, true);
  (copy.querySelector(".shell") ?? copy).dataset.theme = "light";
  fillSlots(card, copy);
  for (const details of copy.querySelectorAll(OPEN)) details.setAttribute("open", "");
  for (const element of copy.querySelectorAll(NOT_PRINTED)) element.remove();
  root.append(copy);
  await images(copy);
  view.addEventListener("afterprint", () => mine.remove(), { once: true });
  view.print();
}

// shared/age.ts
var HOLDS = 3e5;
var LEAST = 5e3;
var GRACE = 1e4;
var MOMENT = 1e3;
var SET_BACK = 6e4;
function stopwatch(at = Date.now(), steady = performance.now()) {
  return () => {
    const [passed, ran] = [Date.now() - at, performance.now() - steady];
    return passed < ran - SET_BACK ? Infinity : Math.max(passed, ran);
  };
}
function time(control, name) {
  const [, seconds] = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*"?(\\d+)`, "i").exec(control) ?? [];
  return seconds === void 0 ? void 0 : 1e3 * Number(seconds);
}
function ageOf({ headers, isChecked, at, steady }, last) {
  const control = headers?.get("cache-control") ?? "";
  const stated = time(control, "max-age") ?? HOLDS;
  const holds = stated && Math.max(stated, LEAST);
  const shared = Math.max(1e3 * Number(headers?.get("age") ?? 0) || 0, 0);
  const date = Date.parse(headers?.get("date") ?? "") || 0;
  const isStored = last && date > 0 && date <= last.date;
  const from = isStored ? last.since : isChecked ? at : date || at;
  const age = Math.max(shared, at - from);
  const whole = Math.max(time(control, "s-maxage") ?? 0, holds);
  const left = Math.max(Math.min(holds - (age - shared), whole - age), 0);
  const grace = Math.min(left > 0 ? GRACE : MOMENT, holds / 10);
  return { since: Math.max(at - age, 0), date, left, grace, elapsed: stopwatch(at, steady) };
}

// card/renewal.ts
var [FIRST, LONGEST] = [2e3, 3e5];
var TICK = 15e3;
var SHORTEST = 50;
var agesOf = (answers, last = []) => [answers].flat().map((answer, at) => answer && ageOf(answer, last[at]));
var over = ({ elapsed, left }) => elapsed() - left;
var firstOf = (ages) => ages.flatMap((age) => age ?? []).sort((one, other) => over(other) - over(one))[0];
var isHidden = () => document.visibilityState === "hidden";
var Group = class {
  members = /* @__PURE__ */ new Set();
  key;
  /** The ages of the last answers. */
  #last;
  /** That of the answer whose time counts. */
  #age;
  #isOld = false;
  #isAsking = false;
  /** How many requests in a row have brought nothing newer. */
  #tries = 0;
  /** The time that `#paused` must reach before the next request. */
  #pause = 0;
  #paused = stopwatch();
  /** What ends waiting for members to come near the viewport. */
  #waiting = [];
  constructor(key, age, ages) {
    this.key = key;
    this.#age = age;
    this.#last = ages;
    this.#begin(age);
  }
  /** Counts the time of another answer. */
  #begin(age) {
    this.#age = age;
    this.#tries = 0;
    this.#pause = age.left && age.left + Math.random() * age.grace / 2;
    this.#paused = age.elapsed;
  }
  /** Waits longer before the next request. */
  #retreat() {
    this.#pause = Math.min(FIRST * 2 ** this.#tries, LONGEST) * (0.5 + Math.random() / 2);
    this.#paused = stopwatch();
    this.#tries += 1;
  }
  /**
   * Adds a member, whose answers may be others than those of the group: all hold until the first of
   * them is over.
   */
  join(member, age) {
    this.members.add(member);
    if (over(age) > over(this.#age)) this.#begin(age);
    if (!this.#isOld) return;
    this.#show([member]);
    this.#pause = 0;
  }
  /** Shows whether the answers are old. A view that fails must not keep the others from being renewed. */
  #show(members) {
    const since = this.#isOld ? new Date(this.#age.since).toISOString() : void 0;
    for (const member of members) {
      try {
        member.show(since);
      } catch (error) {
        reportError(error);
      }
    }
  }
  #grow() {
    if (!this.#isOld) {
      this.#isOld = true;
      this.#show(this.members);
    }
  }
  /**
   * Calls the answers old, and asks, if it is time; returns for how many milliseconds it is not.
   *
   * @param isBack - Whether the page was hidden until now.
   */
  check(isBack) {
    const late = over(this.#age) - (isBack ? 0 : this.#age.grace);
    if (late > 0) this.#grow();
    const rest = this.#isOld ? Infinity : -late;
    const wait = isBack && late > 0 ? 0 : this.#pause - this.#paused();
    if (isHidden()) this.rest();
    if (isHidden() || this.#isAsking) return rest;
    if (wait > 0) return Math.min(wait, rest);
    this.rest();
    for (const { watch: watch2 } of this.members) {
      if (watch2) this.#waiting.push(watch2(() => this.#ask()));
      else this.#ask();
    }
    return rest;
  }
  /** Stops waiting for members to come near the viewport. */
  rest() {
    for (const end of this.#waiting.splice(0)) end();
  }
  async #ask() {
    this.rest();
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = [...this.members];
    const results = await Promise.allSettled(asked.map(async (member) => member.ask()));
    this.#isAsking = false;
    const isHere = (_, at) => this.members.has(asked[at]);
    const answers = results.filter(isHere).map((result) => result.status === "fulfilled" ? result.value : void 0);
    const ages = answers.every(Boolean) ? agesOf(answers[0], this.#last) : [];
    const age = firstOf(ages);
    if (age) this.#last = ages;
    if (age?.left) {
      this.#begin(age);
      this.#isOld = false;
      this.#show(this.members);
    } else {
      this.#retreat();
      if (!age && over(this.#age) > 0) this.#grow();
    }
    look();
  }
};
var groups = /* @__PURE__ */ new Set();
var timer;
function look(isBack = false) {
  clearTimeout(timer);
  const next = Math.min(TICK, ...[...groups].map((group) => group.check(isBack)));
  if (groups.size > 0) timer = setTimeout(look, Math.max(next, SHORTEST));
}
var turned = () => look(!isHidden());
var shown = ({ persisted }) => {
  if (persisted) look(true);
};
function renew(member, answers) {
  const ages = agesOf(answers);
  const age = firstOf(ages);
  if (!age) return () => {
  };
  document.addEventListener("visibilitychange", turned);
  addEventListener("pageshow", shown);
  const { key } = member;
  const found = [...groups].find(
    (one) => one.key.length === key.length && one.key.every((part, at) => part === key[at])
  );
  const group = found ?? new Group(key, age, ages);
  groups.add(group);
  group.join(member, age);
  look();
  return () => {
    group.members.delete(member);
    group.rest();
    if (group.members.size === 0) groups.delete(group);
    look();
  };
}

// card/visibility.ts
var AHEAD = "400px";
var observer;
var waiting = /* @__PURE__ */ new Map();
function come(card) {
  const near = waiting.get(card);
  unwatch(card);
  near?.();
}
function observed(entries) {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting || getComputedStyle(target).display === "contents") come(target);
}
var printing = () => [...waiting.keys()].forEach(come);
function watch(card, near) {
  if (typeof IntersectionObserver !== "function") return near();
  if (!observer) {
    observer = new IntersectionObserver(observed, { rootMargin: AHEAD, scrollMargin: AHEAD });
    addEventListener("beforeprint", printing);
  }
  waiting.set(card, near);
  observer.observe(card);
}
var watcherOf = (element) => (near) => {
  watch(element, near);
  return () => unwatch(element);
};
function unwatch(card) {
  waiting.delete(card);
  observer?.unobserve(card);
}

// shared/received.ts
var received = (headers, isChecked = false) => ({
  headers,
  isChecked,
  at: Date.now(),
  steady: performance.now()
});

// views/csv.ts
var FORMULA = /(^[\s\u200b-\u200f\u2060\ufeff]*|[;\t]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;
function cell(value) {
  const safe = String(value ?? "").replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function csvOf(rows) {
  return rows.map((row) => `${row.map(cell).join(",")}\r
`).join("");
}
function download(text, name) {
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1e4);
}
export {
  announcing,
  csvOf,
  download,
  listen,
  print,
  received,
  renew,
  unwatch,
  watch,
  watcherOf
};
