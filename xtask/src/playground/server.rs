//! Serves a folder of files to browsers on this machine, and takes what a page reports.

use anyhow::{Context, Result, anyhow};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use tiny_http::{Header, Method, Request, Response};

/// A folder at 127.0.0.1.
pub(super) struct Server {
    folder: PathBuf,
    http: tiny_http::Server,
}

/// The longest report, in bytes.
const REPORT: u64 = 1 << 20;

impl Server {
    pub(super) fn begin(folder: &Path, port: u16) -> Result<Self> {
        let http = tiny_http::Server::http(("127.0.0.1", port))
            .map_err(|error| anyhow!("127.0.0.1:{port} can't be served ({error}): another --port may be free"))?;
        Ok(Self { folder: folder.to_owned(), http })
    }

    pub(super) fn address(&self) -> String {
        format!("http://{}/", self.http.server_addr())
    }

    pub(super) fn port(&self) -> Result<u16> {
        Ok(self.http.server_addr().to_ip().context("the server has no port")?.port())
    }

    /// Answers requests until [`end`](Self::end), or for ever. Reports go to who asked for them.
    pub(super) fn serve(&self, reports: Option<Sender<String>>) {
        for mut request in self.http.incoming_requests() {
            if let (Method::Post, "/findings", Some(reports)) = (request.method(), request.url(), &reports) {
                let mut text = String::new();
                let _ = request.as_reader().take(REPORT).read_to_string(&mut text);
                let _ = reports.send(text);
            }
            // A browser that has gone away is no failure.
            let _ = self.answer(request);
        }
    }

    /// Lets [`serve`](Self::serve) return.
    pub(super) fn end(&self) {
        self.http.unblock();
    }

    fn answer(&self, request: Request) -> Result<()> {
        let found =
            file_of(request.url()).and_then(|(name, kind)| Some((File::open(self.folder.join(name)).ok()?, kind)));
        match found {
            Some((file, kind)) if matches!(request.method(), Method::Get | Method::Head) => {
                let kind = Header::from_bytes("Content-Type", kind).map_err(|()| anyhow!("no header"))?;
                // The page is built anew beside a running server.
                let fresh = Header::from_bytes("Cache-Control", "no-cache").map_err(|()| anyhow!("no header"))?;
                request.respond(Response::from_file(file).with_header(kind).with_header(fresh)).context("answer")
            }
            _ => {
                request.respond(Response::from_string("There is no such file.").with_status_code(404)).context("answer")
            }
        }
    }
}

/// The file that an address names, and its kind. The folder has no folders inside.
fn file_of(url: &str) -> Option<(&str, &'static str)> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    let name = if path.is_empty() { "index.html" } else { path };
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '.') && !name.starts_with('.');
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        _ => return None,
    };
    is_plain.then_some((name, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_page_are_served_and_no_others() {
        assert_eq!(file_of("/").unwrap().0, "index.html");
        assert_eq!(file_of("/index.html?check&plant=cost").unwrap().0, "index.html");
        assert_eq!(file_of("/gridstar.wasm"), Some(("gridstar.wasm", "application/wasm")));
        for url in ["/../Cargo.js", "/.js", "/a/b.js", "/%2e%2e/a.js", "/etc", "x.js", "/a.toml"] {
            assert_eq!(file_of(url), None, "{url}");
        }
    }
}
