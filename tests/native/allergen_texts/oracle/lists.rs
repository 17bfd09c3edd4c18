//! Templates of lists of ingredients, and the ways in which a list parts its
//! ingredients.

/// Lists that name `{x}`. Where it alone is emphasised, it is an ingredient.
pub(super) const LISTS: &[&str] = &[
    "Sugar, {x}, salt.",
    "{x}, sugar, water",
    "Sugar, water, {x}",
    "Sugar,{x},salt",
    "Sugar, water, {x} (12%), salt",
    "Sugar, {x} 4.5%, salt",
    "Sugar, 4% {x}, salt",
    "Filling ({x}, sugar), water",
    "Sauce [water, {x}; sugar], rice",
    "Flavouring (contains {x}), water, sugar",
    "Emulsifier: {x}, sugar, water",
    "Preservative ({x}), apple",
    "Colour: E160a, {x}",
    "Tomatoes (60%), onion, {x}, rapeseed oil, sea salt, black pepper.",
    "Sugar; {x}; salt",
    "Sugar/{x}/salt",
    "Sugar - {x} - salt",
    "Sugar – {x} – salt",
    "Sugar — {x} — salt",
    "Sugar | {x} | salt",
    "Sugar + {x} + salt",
    "Sugar. {x}. Salt.",
    "Sugar\n{x}\nSalt",
    "Sugar\r\n{x}\r\nSalt",
    "Sugar\t{x}\tsalt",
    "• Sugar • {x} • Salt",
    "* Sugar * {x} * Salt",
    "1. Sugar 2. {x} 3. Salt",
    "Sugar and {x}",
    "Sugar, {x} and salt",
    "Sugar, {x} & salt",
    "Sugar, \"{x}\", salt",
    "Sugar, {x}*, salt. *Organic",
    "Sugar, {x}†, salt",
    "Sugar, organic {x}, salt",
    "Ingredients: {x}, sugar.",
    "INGREDIENTS: Sugar, {x}",
    "Free from artificial colours. Sugar, {x}, salt",
    "No added sugar. Apples, {x}.",
    "<ul><li>Sugar</li><li>{x}</li><li>Salt</li></ul>",
    "<ol><li>Sugar<li>{x}<li>Salt</ol>",
    "<table><tr><td>Sugar</td><td>{x}</td></tr></table>",
    "<table><tr><th>Sugar<td>{x}<tr><td>Salt</table>",
    "<td>Sugar</td><td>{x}</td>",
    "<h4>Filling</h4>{x}<h4>Base</h4>Rice",
    "Sugar<h4>{x}</h4>salt",
    "<dl><dt>Sugar</dt><dd>{x}</dd><dt>Salt</dt></dl>",
    "Sugar<hr>{x}<hr>salt",
    "Sugar<br>{x}<br/>salt",
    "<p>Sugar</p><p>{x}</p>",
    "<div>Sugar<div>{x}</div>salt</div>",
];

/// What parts two allergens of one statement: what is said of the first is said
/// of the second.
pub(super) const JOINS: &[&str] = &[", ", " and ", " or ", " & ", ", and ", "/", " / "];

/// What breaks a statement: the second is named, no more can be asked.
pub(super) const BREAKS: &[&str] = &[
    " - ", " – ", " — ", "; ", ". ", "\n", "\r\n", " • ", "<br>", "<hr>", "</p><p>", " (",
];
