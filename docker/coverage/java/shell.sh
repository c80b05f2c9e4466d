# shellcheck shell=bash
export JAVA_TOOL_OPTIONS="${JAVA_TOOL_OPTIONS:-} -javaagent:/opt/coverage/org.jacoco.agent-runtime.jar=destfile=/tmp/refbench-coverage/data.exec,append=true,excludes=org.apache.maven.*:org.gradle.*:org.codehaus.*"
