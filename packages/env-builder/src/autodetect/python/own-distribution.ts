/** Statements of Python that find the distribution `own` that was installed from the working directory, or None. */
export const OWN_DISTRIBUTION: string = `import importlib.metadata, json, os, pathlib, shutil, sys, sysconfig, urllib.parse

def is_own(one):
    source = json.loads(one.read_text("direct_url.json") or "{}").get("url", "")
    return urllib.parse.unquote(source).rstrip("/") == "file://" + os.getcwd()

own = next(filter(is_own, importlib.metadata.distributions()), None)`;
