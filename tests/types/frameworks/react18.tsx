// The elements in JSX of React 18.

import type {} from 'product-pool/react18';
import type { ProductPoolCard } from 'product-pool/card';
import { useEffect, useRef } from 'react';

export function Card({ gtin }: { gtin: string }) {
  const card = useRef<ProductPoolCard>(null);
  useEffect(() => {
    card.current?.addEventListener('product-pool-error', ({ detail }) => console.log(detail.code));
  }, []);
  return (
    <>
      <product-pool-config base-url="/pool" dangerously-allow-browser="" />
      <product-pool-card ref={card} class="card" gtin={gtin} heading-level={3} theme="light" json-ld="">
        <b slot="header">above</b>
      </product-pool-card>
    </>
  );
}

// @ts-expect-error TS2322 would be written as the text "true"
export const boolean = <product-pool-card gtin="1" json-ld={true} />;
// @ts-expect-error TS2322 React 18 sets no properties of custom elements
export const product = <product-pool-card product={{}} />;
// @ts-expect-error TS2322 React 18 knows no events of custom elements
export const event = <product-pool-card onproduct-pool-load={() => {}} />;
// @ts-expect-error TS2322 no such density
export const density = <product-pool-card gtin="1" density="tight" />;

export const matrix = <product-pool-matrix gtins="09520000000011" caption="Allergens" class="wide" />;
export const changes = <product-pool-changes product-id="p" from="1" to="2" heading-level={3} />;
// @ts-expect-error TS2322 the matrix has no panels
export const panels = <product-pool-matrix panels="summary" />;
