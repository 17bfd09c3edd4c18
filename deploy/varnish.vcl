vcl 4.1;

import std;

backend gateway {
  .host = "127.0.0.1";
  .port = "8080";
}

# Who may purge.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "BAN") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    # Every response that has one of these cache tags.
    if (req.http.Surrogate-Key && std.ban("obj.http.Surrogate-Key ~ (^|\s)("
        + regsuball(req.http.Surrogate-Key, "\s+", "|") + ")(\s|$)")) {
      return (synth(200));
    }
    return (synth(400));
  }
  if (req.url !~ "^/(v2|p|card|drawn|01|assets)/" && req.url !~ "^/((card|auto|matrix|changes|scanner)\.js|search)(\?|$)"
      && req.url != "/.well-known/gs1resolver") {
    return (synth(404));
  }
  unset req.http.Cookie;
  unset req.http.Authorization;
  # Pages and cards are in the reader's language: keep one for each language that there is,
  # not one for each browser's list.
  if (req.http.Accept-Language ~ "(?i)^(.*?,\s*)?(cy|de|en|es|fr|it|nl|pl)([-;,].*)?$") {
    set req.http.Accept-Language = std.tolower(regsub(req.http.Accept-Language,
      "(?i)^(.*?,\s*)?(cy|de|en|es|fr|it|nl|pl)([-;,].*)?$", "\2"));
  } else {
    unset req.http.Accept-Language;
  }
}

sub vcl_backend_response {
  if (beresp.status >= 500 || beresp.status == 429) {
    # In the background: keep the good copy that is there.
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    # By default a failure would be cached for two minutes.
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
}

sub vcl_backend_error {
  if (bereq.is_bgfetch) {
    return (abandon);
  }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  # With --browser-fresh: browsers cannot be purged. By s-maxage a card knows how old an answer from
  # here may be.
  if (resp.http.Cache-Control ~ "s-maxage=") {
    set resp.http.Cache-Control =
      regsuball(resp.http.Cache-Control, ", stale-[a-z-]+=[0-9]+", "");
  }
}
