"""Fills the Homebrew formula from the checksums of the archives, and holds its addresses and checksums against them."""
import hashlib
import re
import shutil
import sys

import common


def check(options):
    script = common.ROOT / "packaging" / "homebrew" / "fill.py"
    formula, _ = common.run(sys.executable, script, options.archives / common.platforms.CHECKSUMS)
    common.require("@" not in re.sub(r'"@apimint', "", formula), "a placeholder is left in the formula")
    downloads = re.findall(r'url ".*/releases/download/v([^/]+)/(.+)"\n\s+sha256 "(.+)"', formula)
    common.require(len(downloads) == 4, f"the formula has {len(downloads)} downloads")
    for version, archive, checksum in downloads:
        common.require(version == common.platforms.VERSION, f"the formula downloads version {version}")
        actual = hashlib.sha256((options.archives / archive).read_bytes()).hexdigest()
        common.require(checksum == actual, f"{archive} has another checksum than the formula says")
    ruby = shutil.which("ruby")
    if ruby is None:
        return "4 downloads; its syntax was not checked, since there is no Ruby"
    file = options.work / "apimint.rb"
    file.write_text(formula, encoding="utf-8")
    common.run(ruby, "-c", file)
    return "4 downloads, valid Ruby"
