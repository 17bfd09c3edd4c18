// Places a card on a shop's pages of products: the script that a gateway serves as /auto.js.

export { placeCard } from './src/auto/place.js';
