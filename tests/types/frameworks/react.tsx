// The elements in JSX of React 19.

import type {} from 'product-pool/react';
import { configure, type ProductPoolCard } from 'product-pool/card';
import type { Product } from 'product-pool';
import type { RefObject } from 'react';

configure({ baseUrl: '/pool' });

export function Card({
  gtin,
  product,
  ref,
}: {
  gtin: string;
  product: Product;
  ref: RefObject<ProductPoolCard | null>;
}) {
  return (
    <>
      <product-pool-config base-url="/pool" theme="dark" token={() => 'fresh'} dangerouslyAllowBrowser />
      <product-pool-card
        ref={ref}
        key={gtin}
        className="card"
        gtin={gtin}
        product-id="p"
        heading-level={3}
        panels="summary allergens"
        density="compact"
        loading="eager"
        json-ld
        lang="cy"
        product={product}
        messages={{ 'card.label': 'Label', fr: { 'card.label': 'Étiquette' } }}
        onproduct-pool-load={({ detail }) => console.log(detail.productId, detail.product?.general?.product_name)}
        onproduct-pool-replaced={(event) => {
          if (event.detail.replacedBy.length > 1) event.preventDefault();
        }}
        onproduct-pool-panel-toggle={({ detail }) => detail.panel === 'nutrition' && detail.open}
      >
        <a href="/soup">Soup</a>
        <b slot="footer">below</b>
      </product-pool-card>
    </>
  );
}

// @ts-expect-error TS2322 no such theme
export const theme = <product-pool-card gtin="1" theme="pink" />;
// @ts-expect-error TS2322 a GTIN is a string
export const number = <product-pool-card gtin={1} />;
// @ts-expect-error TS2339 no such detail
export const detail = <product-pool-card onproduct-pool-error={(event) => event.detail.markup} />;
// @ts-expect-error TS2322 the defaults of a page are for no product
export const product = <product-pool-config product={{}} />;
// @ts-expect-error TS2339 no such element
export const element = <product-pool-cart gtin="1" />;

export const matrix = (
  <product-pool-matrix
    gtins="09520000000011 09520000000028"
    caption="Allergens"
    theme="dark"
    products={[{ pool_id: 'p' }]}
    onproduct-pool-matrix-load={({ detail }) => detail.products + detail.failed.length}
  />
);
export const changes = (
  <product-pool-changes
    product-id="p"
    from="1"
    later="{}"
    onproduct-pool-changes-load={({ detail }) => detail.diff.allergens}
  />
);
export const scanner = (
  <product-pool-scanner for="search" theme="dark" onproduct-pool-scan={({ detail }) => detail.gtin.length} />
);
// @ts-expect-error TS2322 the matrix has no panels
export const panels = <product-pool-matrix panels="summary" />;
// @ts-expect-error TS2339 no such detail
export const none = <product-pool-changes onproduct-pool-changes-error={(event) => event.detail.diff} />;
