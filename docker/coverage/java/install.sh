#!/bin/bash
# JaCoCo's agent for every Java machine that the suite starts, and the program that reads its data.
set -euo pipefail
version=0.8.13
copy=org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy
for artifact in "org.jacoco.agent:$version:jar:runtime" "org.jacoco.cli:$version:jar:nodeps"; do
  mvn --quiet --batch-mode "$copy" -Dartifact="org.jacoco:$artifact" -DoutputDirectory=/opt/coverage -Dmdep.stripVersion=true
done
rm -rf /root/.m2/repository
chmod -R a+rX /opt/coverage
