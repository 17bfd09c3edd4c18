//! Proxies between a gateway and its upstream.

use super::{TOKEN, complete_upstream, fetch, gateway_command};
use crate::support::Server;

#[test]
fn a_proxy_does_not_see_the_token() {
    let (upstream, proxy) = (complete_upstream(), complete_upstream());
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        let mut command = gateway_command(&upstream.host, &[]);
        command
            .env("PRODUCT_POOL_UPSTREAM_TOKEN", TOKEN)
            .env(variable, format!("http://{}", proxy.host));
        let gateway = Server::spawn(command);
        assert_eq!(fetch(&gateway, "/v2/products/a").status, 200);
        let (_, log) = gateway.stop("-TERM");
        let line = format!(
            "the proxy in {variable} is not used: http://{}",
            upstream.host
        );
        assert!(log.contains(&line), "{log}");
    }
    assert_eq!((upstream.count(), proxy.count()), (4, 0));
}
